document.documentElement.style.colorScheme = localStorage.theme;

document.documentElement.style.colorScheme = localStorage.theme;
if (/Android/.test(navigator.userAgent)) document.documentElement.className = 'phone';

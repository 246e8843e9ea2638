const { documentElement: root } = document;
root.style.colorScheme = localStorage.theme;
root.style.setProperty('--popup-room', `${screen.availHeight - 120}px`);
if (/Android/.test(navigator.userAgent)) root.className = 'phone';

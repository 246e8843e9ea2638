const { documentElement } = document;
documentElement.style.colorScheme = localStorage.theme;
// The browser's own bars take about as much of the screen; a popup that is taller than the rest is cut off.
documentElement.style.setProperty('--popup-room', `${screen.availHeight - 120}px`);
if (/Android/.test(navigator.userAgent)) documentElement.className = 'phone';

// Elements of text.

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

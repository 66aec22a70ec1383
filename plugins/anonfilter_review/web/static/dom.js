// Small helpers. All text goes into the page as text, never as markup.

export const by = (id) => document.getElementById(id);

export function made(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "data") Object.assign(element.dataset, value);
    else element[key] = value;
  }
  element.append(...children);
  return element;
}

export const options = (names) => names.map((name) => made("option", { value: name }, name));

export function say(text, wrong = false) {
  by("status").textContent = text;
  by("status").classList.toggle("wrong", wrong);
}

// Run what talks to the server; what goes wrong is said on the page.
export async function trying(action) {
  try {
    return await action();
  } catch (error) {
    say(error.message, true);
    return null;
  }
}

// Open a dialog; resolves to the value of the button that closed it, "" for Escape.
export function asked(dialog) {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

// Requests to the server of this review. The token stands behind the # of the address, which no
// browser sends; it is kept for reloads of this tab, and taken out of the address.

const KEY = "anonfilter-token";

if (location.hash.length > 1) {
  sessionStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem(KEY) ?? "";

async function ask(path, options = {}) {
  const headers = { ...options.headers, "X-Anonfilter-Token": token };
  let answer;
  try {
    answer = await fetch(`api/${path}`, { ...options, headers });
  } catch {
    throw new Error("the review has ended: its program does not answer");
  }
  if (answer.status === 403) {
    throw new Error("this page has no token: open the address that the review has printed");
  }
  const found = await answer.json();
  if (found.error) throw new Error(found.error);
  return found;
}

export const get = (name, given = {}) => ask(`${name}?${new URLSearchParams(given)}`);

export const post = (name, given) =>
  ask(name, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(given),
  });

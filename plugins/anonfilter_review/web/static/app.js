// The review: puts the parts of the page together, and carries answers to the server.

import { get, post } from "./api.js";
import { asked, by, made, options, say, trying } from "./dom.js";
import { ANSWERS, Panel } from "./panel.js";
import { People } from "./people.js";
import { Text } from "./text.js";

const ALWAYS = "allow always"; // which has a reason
const NAMES = ["name", "reviewer"]; // fields of one value
const COLOURS = 10;
const PAUSE = 250; // milliseconds before a preview is asked for

const KEYS = [
  ["j, ↓", "the next finding"], ["k, ↑", "the one before"], [".", "the next open one"],
  ...ANSWERS.map(({ key, answer, name, about }) => [key, `${name ?? answer}: ${about}`]),
  ["e", "the answer is for all alike, this place, or all of this label"],
  ["l", "another label"], ["u", "undo"], ["/", "search; Enter goes on, Escape comes back"],
  ["m", "add what is selected or found by the search"], ["p", "the people"],
  ["[, ]", "the file before, the next file"], ["f", "finish"], ["?", "these keys"],
];

let review; // what the server said at the beginning, with progress as it is now
let file; // the name of the file that is shown
let timer = 0;
let hits = { words: "", at: -1 };

const colours = new Map();
const colour = (label) => `l${(colours.get(label) ?? 0) % COLOURS}`;

// What is decided is decided in turn: who types fast answers the next finding, not the same again.
let last = Promise.resolve();
const inTurn = (action) => (...given) => {
  last = last.then(() => trying(() => action(...given)));
  return last;
};

const decide = {
  answer: inTurn((verdict) => answer(verdict)),
  label: inTurn((name) => label(name)),
  people: inTurn((what, whom) => tell("people", { file, what, whom })),
  undo: inTurn(() => tell("undo", {})),
};
const panel = new Panel(decide);
const people = new People({
  jump: (at) => text.select(...at),
  decide: decide.people,
  refuse: (why) => say(why, true),
});
const text = new Text(by("text"), colour);

const current = () => (text.current === null ? null : text.questions.get(text.current));

async function begin() {
  review = await get("review");
  review.labels.forEach((name, at) => colours.set(name, at));
  panel.labels(review.labels);
  people.roles(review.roles);
  by("file").replaceChildren(...options(review.files.map((one) => one.name)));
  for (const field of NAMES) by(field).value = review.reviewer;
  const first = review.files.find(({ name }) => left(name)) ?? review.files[0];
  if (!first) return say("there is no file to review", true);
  return open(first.name);
}

const left = (name) => review.progress[name][1] - review.progress[name][0];

async function open(name) {
  const reply = await get("file", { file: name });
  file = name;
  by("file").value = name;
  panel.forget();
  text.show(reply);
  by("whole").checked = false;
  by("notation").hidden = !reply.notation.length;
  people.show(reply.people);
  showProgress();
  const first = text.next(1, true) ?? text.next(1);
  if (first !== null) go(first);
  else panel.show(null);
  const about = review.files.find((one) => one.name === name);
  by("second").hidden = !about.other;
  by("second-text").textContent = `${about.other} has reviewed this text. Answer all of it, then compare.`;
  const signed = about.signed && `; signed off by ${about.signed}`;
  say(about.closed || `${name}: ${left(name)} open${signed}`);
}

// How far the answers agree with those of the other reviewer, and where they do not.
async function compare() {
  const reply = await post("compare", { reviewer: by("name").value });
  const kappa = reply.kappa === null ? "not defined: one answer throughout" : reply.kappa.toFixed(2);
  by("agreement").textContent =
    `${reply.alike} of ${reply.findings} alike with ${reply.reviewers.join(", ")}. Cohen's kappa: ${kappa}`;
  by("differ").replaceChildren(...reply.differ.map((one) =>
    made("li", {}, made("button", { onclick: () => trying(() => see(one)) },
      `${one.file}: ${one.reviewer} says ${one.said}`))));
  say(`compared: ${reply.differ.length} differ`);
}

async function see({ file: name, at, question }) {
  if (name !== file) await open(name);
  if (question !== null && text.questions.has(question)) go(question);
  else text.select(...at);
}

function go(id, focus = true) {
  text.go(id, { focus });
  showFinding();
}

function showFinding() {
  const one = current();
  panel.show(one, text.text, one && counts(one));
}

function counts(of) {
  const same = [...text.questions.values()].filter((one) => one.answer === of.answer);
  return {
    alike: same.filter((one) => one.kind === of.kind).length,
    label: same.filter((one) => one.found === of.found).length,
  };
}

function showProgress() {
  const [done, all] = review.progress[file];
  Object.assign(by("progress"), { value: done, max: Math.max(all, 1) });
  by("answered").textContent = `${done} of ${all}`;
  by("undo").disabled = !review.undoable;
  by("files").replaceChildren(...review.files.map(({ name }) => {
    const [answered, number] = review.progress[name];
    const bar = made("progress", { value: answered, max: Math.max(number, 1), ariaLabel: name });
    const button = made("button", { onclick: () => trying(() => open(name)) }, `${name}: ${answered} of ${number}`);
    if (name === file) button.ariaCurrent = "true";
    return made("li", {}, button, bar);
  }));
  showLegend();
}

function showLegend() {
  const number = new Map();
  for (const one of text.sorted) number.set(one.label, (number.get(one.label) ?? 0) + 1);
  by("legend").replaceChildren(...[...number].sort().map(([name, times]) =>
    made("li", {}, made("button", { className: colour(name), onclick: () => nextOf(name) }, `${name} (${times})`))));
}

function nextOf(name) {
  const at = text.sorted.findIndex((one) => one.id === text.current);
  const after = [...text.sorted.slice(at + 1), ...text.sorted.slice(0, at + 1)];
  go(after.find((one) => one.label === name).id);
}

// Tell the server, and show what it made of that.
async function tell(name, given) {
  const reply = await trying(() => post(name, given));
  if (!reply || reply.reason) return reply;
  Object.assign(review, { progress: reply.progress, undoable: reply.undoable, counts: reply.counts });
  for (const id of [...text.questions.keys()]) if (id >= reply.number) text.remove(id);
  for (const one of reply.added) if (one.file === file) text.questions.set(one.id, one);
  const changed = reply.changed.filter(({ id }) => text.questions.has(id));
  for (const one of changed) Object.assign(text.questions.get(one.id), one);
  text.order();
  text.update([...changed, ...reply.added].map(({ id }) => id).filter((id) => text.questions.has(id)));
  showProgress();
  showFinding();
  if (reply.renew.includes(file)) renewSoon();
  if (reply.said) say(reply.said);
  return reply;
}

function renewSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => trying(renew), PAUSE);
}

async function renew() {
  const name = file;
  const reply = await get("preview", { file: name });
  if (name !== file) return;
  const differ = [];
  for (const one of text.questions.values()) {
    const tag = reply.tags[one.id] ?? "";
    if (tag !== one.tag) differ.push(one.id);
    one.tag = tag;
  }
  panel.forget();
  text.update(differ);
  people.show(reply.people);
}

async function answer(verdict) {
  const one = current();
  if (!one) return;
  const given = { question: one.id, scope: panel.scope, answer: verdict };
  let reply = verdict === ALWAYS ? { reason: true } : await tell("answer", given);
  if (reply?.reason) {
    by("reason").value = "";
    if ((await asked(by("reason-dialog"))) !== "ok") return;
    reply = await tell("answer", { ...given, reason: by("reason").value });
  }
  if (!reply || reply.reason) return;
  const next = verdict ? text.next(1, true) : null;
  if (current() !== one) return; // the reviewer has gone elsewhere meanwhile
  if (next !== null) go(next);
  else if (verdict && !left(file)) say(`${reply.said}. All of this file is answered.`);
}

async function label(name) {
  if (current()) await tell("label", { question: current().id, scope: panel.scope, label: name });
}

async function add() {
  const at = text.selection();
  if (!at) return say("select the words first, with the pointer or by the search", true);
  const words = text.text.slice(...at);
  const places = [at, ...everywhere(words).filter(([start]) => start !== at[0])];
  by("add-words").textContent = words;
  by("add-all").checked = false;
  by("add-all").disabled = places.length < 2;
  by("add-all-text").textContent = `in all ${places.length} places where these words stand`;
  if ((await asked(by("add-dialog"))) !== "ok") return undefined;
  const reply = await tell("add", {
    file, label: by("add-label").value, places: by("add-all").checked ? places : [at],
  });
  if (reply) go(reply.added[0].id);
  return undefined;
}

// Where words stand that no finding reaches into.
function everywhere(words) {
  const found = [];
  for (let at = text.text.indexOf(words); words && at >= 0; at = text.text.indexOf(words, at + words.length)) {
    const end = at + words.length;
    const apart = !/\w/.test(text.text[at - 1] ?? "") && !/\w/.test(text.text[end] ?? "");
    if (apart && !text.within(at, end).length) found.push([at, end]);
  }
  return found;
}

function search(event) {
  event.preventDefault();
  const words = by("words").value.toLowerCase();
  if (!words) return;
  const whole = text.text.toLowerCase();
  const from = words === hits.words ? hits.at + 1 : 0;
  let at = whole.indexOf(words, from);
  if (at < 0) at = whole.indexOf(words);
  hits = { words, at };
  by("found").textContent = at < 0 ? "not found" : "";
  if (at >= 0) {
    text.select(at, at + words.length);
    by("words").focus({ preventScroll: true });
  }
}

async function finish() {
  by("summary").replaceChildren(
    ...Object.entries(review.counts).map(([what, times]) => made("li", {}, `${what}: ${times}`)),
    ...review.files.map(({ name }) => made("li", {}, `${name}: ${review.progress[name].join(" of ")} answered`)),
  );
  const how = await asked(by("finish-dialog"));
  if (!how) return;
  say("writing…");
  const reply = await trying(() =>
    post("finish", { how, reviewer: by("reviewer").value, sign: by("sign").checked }));
  if (!reply) return;
  for (const part of document.querySelectorAll("header, main, #status")) part.hidden = true;
  by("end-text").textContent = reply.left ? `Findings left: ${reply.left}` : "Nothing is left to decide.";
  by("notes").replaceChildren(...reply.notes.map((line) => made("li", {}, line)));
  by("end").hidden = false;
  by("end").focus();
}

function otherFile(step) {
  const at = review.files.findIndex(({ name }) => name === file) + step;
  if (review.files[at]) trying(() => open(review.files[at].name));
}

function help() {
  by("keys").replaceChildren(...KEYS.flatMap(([key, about]) =>
    [made("dt", {}, made("kbd", {}, key)), made("dd", {}, about)]));
  asked(by("help-dialog"));
}

const step = (direction, open = false) => {
  const id = text.next(direction, open);
  if (id !== null) go(id);
  else say("no finding is open");
};

const PRESSED = {
  j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
  ".": () => step(1, true),
  e: () => say(`the answer is for ${panel.turnScope()}`),
  l: () => by("label").focus(), u: () => tell("undo", {}), "/": () => by("words").focus(),
  m: add, p: () => by("cast").querySelector("summary")?.focus(), f: finish, "?": help,
  "[": () => otherFile(-1), "]": () => otherFile(1),
  ...Object.fromEntries(ANSWERS.map((one) => [one.key, () => answer(one.answer)])),
};

const TYPING = "input:not([type=checkbox]):not([type=radio]), select, textarea, dialog[open]";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = event.target instanceof Element ? event.target : document.body;
  if (inside.closest(TYPING)) {
    if (event.key === "Escape" && !inside.closest("dialog")) leaveField(inside);
    return;
  }
  const arrow = event.key.startsWith("Arrow");
  if (arrow && !inside.closest("#text")) return;
  const action = PRESSED[event.key];
  if (!action) return;
  event.preventDefault();
  inTurn(action)();
});

// Back to the text; what the search has selected stays selected.
function leaveField(field) {
  field.blur();
  if (!text.selection()) text.element(text.current)?.focus();
}

by("text").addEventListener("click", ({ target }) => {
  const one = target.closest(".finding");
  if (one && !text.selection()) go(Number(one.dataset.id));
});

// Why it was found: beside the pointer; of the finding in focus it stands in the panel.
async function showTip(element) {
  const one = element && text.questions.get(Number(element.dataset.id));
  if (!one) return;
  const lines = await panel.why(one);
  if (!element.matches(":hover")) return;
  const tip = by("tip");
  tip.textContent = [`${one.label}: ${one.answer || "open"}`, ...lines].join("\n");
  tip.hidden = false;
  const box = element.getBoundingClientRect();
  tip.style.left = `${Math.min(box.left, innerWidth - tip.offsetWidth - 8)}px`;
  const below = box.bottom + 6;
  tip.style.top = `${below + tip.offsetHeight > innerHeight ? box.top - tip.offsetHeight - 6 : below}px`;
}

const hideTip = () => { by("tip").hidden = true; };
by("text").addEventListener("mouseover", ({ target }) => showTip(target.closest(".finding")));
by("text").addEventListener("mouseout", hideTip);
by("text").addEventListener("scroll", hideTip, { passive: true });
by("text").addEventListener("focusin", ({ target }) => {
  const id = Number(target.dataset.id ?? NaN);
  if (text.questions.has(id) && id !== text.current) go(id);
});

by("file").onchange = () => trying(() => open(by("file").value));
by("search").onsubmit = search;
for (const field of NAMES) {
  by(field).oninput = () => NAMES.forEach((other) => { by(other).value = by(field).value; });
}
by("compare").onclick = () => trying(compare);
by("whole").onchange = () => {
  text.draw(by("whole").checked);
  if (current()) go(text.current, false);
};
by("undo").onclick = decide.undo;
by("add").onclick = add;
by("help").onclick = help;
by("finish").onclick = finish;

trying(begin);

// The finding at hand: what it is, why it was found, and the answers to it.

import { get } from "./api.js";
import { by, made, options } from "./dom.js";

export const ANSWERS = [
  { key: "r", answer: "redact", about: "replace it in the file by its tag" },
  { key: "o", answer: "allow once", about: "keep it in this place" },
  { key: "a", answer: "allow always", about: "keep this value everywhere, with a reason" },
  { key: "n", answer: "not a person", about: "keep it; it is never a name here" },
  { key: "s", answer: "skip", about: "leave it, and do not ask again" },
  { key: "x", answer: "", name: "open again", about: "take the answer back" },
];

export class Panel {
  constructor(on) {
    this.reasons = new Map();
    by("answers").append(
      ...ANSWERS.map(({ key, answer, name, about }) =>
        made(
          "button",
          { title: about, data: { answer }, ariaKeyShortcuts: key, onclick: () => on.answer(answer) },
          made("kbd", {}, key), ` ${name ?? answer}`,
        ),
      ),
    );
    by("label").onchange = () => on.label(by("label").value);
  }

  labels(names) {
    by("label").replaceChildren(...options(names));
    by("add-label").replaceChildren(...options(names));
  }

  get scope() {
    return document.querySelector("input[name=scope]:checked").value;
  }

  // From one scope to the next, by a key.
  turnScope() {
    const choices = [...document.querySelectorAll("input[name=scope]")];
    const next = choices[(choices.findIndex((one) => one.checked) + 1) % choices.length];
    next.checked = true;
    return next.parentElement.innerText.trim();
  }

  show(one, text, counts) {
    const none = !one;
    this.shown = one;
    for (const element of [...by("answers").children, by("label")]) element.disabled = none;
    if (none) {
      by("what").textContent = "No finding is chosen.";
      by("why").replaceChildren();
      return;
    }
    const reason = one.reason ? `, “${one.reason}”` : "";
    const was = one.found && one.found !== one.label ? `, found as ${one.found}` : "";
    const detector = one.added ? "added here" : `${one.detector}, ${one.score.toFixed(2)}`;
    by("what").replaceChildren(
      made("q", {}, text.slice(...one.at)),
      ` ${one.label}${was} (${detector}), line ${one.line}: ${one.answer || "open"}${reason}`,
    );
    by("label").value = one.label;
    for (const button of by("answers").children) {
      button.ariaPressed = String(Boolean(one.answer) && button.dataset.answer === one.answer);
    }
    const spans = document.querySelectorAll("#scope span");
    spans[0].textContent = `all alike (${counts.alike})`;
    spans[2].textContent = `all of ${one.found || one.label} (${counts.label})`;
    if (!this.reasons.has(one.id)) by("why").replaceChildren();
    this.why(one).then((lines) => {
      if (this.shown === one) by("why").replaceChildren(...lines.map((line) => made("li", {}, line)));
    });
  }

  // Why it was found, asked for once.
  async why(one) {
    if (!this.reasons.has(one.id)) {
      try {
        this.reasons.set(one.id, (await get("why", { question: one.id })).lines);
      } catch (error) {
        return [error.message];
      }
    }
    return this.reasons.get(one.id);
  }

  forget() {
    this.reasons.clear();
  }
}

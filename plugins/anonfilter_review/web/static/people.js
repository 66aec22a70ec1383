// The people of the file, with names, to be made one or taken apart.

import { by, made } from "./dom.js";

export class People {
  constructor(on) {
    this.on = on;
    by("merge").onclick = () => this.merge();
    by("split").onclick = () => this.split();
    by("role").onchange = () => this.role();
  }

  roles(names) {
    const all = [made("option", { value: "" }, "set…"), ...names.map((one) => made("option", {}, one))];
    by("role").replaceChildren(...all);
  }

  show(people) {
    const open = new Set([...by("cast").querySelectorAll("details[open]")].map((one) => one.dataset.id));
    by("cast").replaceChildren(
      ...(people.length ? people.map((one) => this.person(one, open.has(one.id))) : ["No people were found."]),
    );
    by("deciding").hidden = !people.length;
  }

  person(one, open) {
    const names = one.names.map(({ name, mentions, kept }) =>
      `${name}${mentions.length > 1 ? ` (${mentions.length})` : ""}${kept ? " kept" : ""}`);
    const mentions = one.names.flatMap(({ name, mentions: all }) =>
      all.map((mention) => this.mention(name, mention)));
    const doubts = one.doubts.map((doubt) =>
      made("li", { className: "doubt" }, this.jump("uncertain", doubt.at),
        `: or ${doubt.others.join(", ")}, ${doubt.why}`));
    const choose = made("input", {
      type: "checkbox", ariaLabel: `Choose ${one.id}, ${names.join(", ")}`,
      data: { person: one.id },
    });
    return made("div", { className: "person" }, made(
      "details", { open, data: { id: one.id } },
      made("summary", {}, `${one.id} ${one.role}: ${names.join(", ")}`),
      made("ul", {}, ...mentions, ...doubts),
    ), made("label", {}, choose, ` choose ${one.id}`));
  }

  mention(name, { place, at }) {
    const choose = made("input", {
      type: "checkbox", ariaLabel: `Choose this mention of ${name}`, data: { mention: place },
    });
    return made("li", {}, choose, " ", this.jump(name, at));
  }

  jump(words, at) {
    return made("button", { className: "jump", onclick: () => this.on.jump(at) }, words);
  }

  chosen(kind) {
    return [...by("cast").querySelectorAll("input:checked")]
      .map((one) => one.dataset[kind])
      .filter(Boolean);
  }

  merge() {
    const people = this.chosen("person");
    if (people.length < 2) this.on.refuse("choose two people or more");
    else this.on.decide("merge", people.join(","));
  }

  split() {
    const mentions = this.chosen("mention");
    if (!mentions.length) this.on.refuse("choose mentions: open a person, and tick the lines");
    else this.on.decide("split", mentions.join(","));
  }

  role() {
    const people = this.chosen("person");
    const role = by("role").value;
    by("role").value = "";
    if (!people.length) this.on.refuse("choose people first");
    else if (role) this.on.decide("role", `${people.join(",")}=${role}`);
  }
}

// The document: rows of original and result, in blocks that are filled when they come near.
// Offsets are those of the text in JavaScript's units.

import { made } from "./dom.js";

const ROWS = 40; // of a block
const LONG = 2000; // characters of a row; longer lines continue in the next
const AHEAD = 400; // rows filled in one go while the browser is idle
const MOST = 40000; // rows filled so; of longer texts the others when they come near

const KEPT = ["allow once", "allow always", "not a person"];
const SIGNS = { "": "?", redact: "✓", skip: "–" };

export const isKept = (question) => KEPT.includes(question.answer);

export class Text {
  constructor(root, colour) {
    this.root = root;
    this.colour = colour;
    this.seen = new IntersectionObserver(
      (entries) => entries.forEach((one) => one.isIntersecting && this.fill(one.target)),
      { root, rootMargin: "1500px" },
    );
  }

  show({ text, notation, lines, questions }) {
    this.text = text;
    this.notation = notation;
    this.lines = lines;
    this.questions = new Map(questions.map((one) => [one.id, one]));
    this.current = null;
    this.order();
    this.draw(false);
  }

  // Draw all rows; with or without notation in which nothing was found.
  draw(whole) {
    this.rows = [...rowsOf(this, whole ? [] : this.notation)];
    this.seen.disconnect();
    this.blocks = [];
    for (let first = 0; first < this.rows.length; first += ROWS) {
      const block = made("div", { className: "block", data: { first: String(first) } });
      this.blocks.push(block);
    }
    this.root.replaceChildren(...this.blocks);
    this.root.scrollTop = 0;
    this.blocks.forEach((block) => this.seen.observe(block));
    this.fillAhead(0);
  }

  // Put the findings in order, after some were added or covered.
  order() {
    this.sorted = [...this.questions.values()]
      .filter((one) => one.answer !== "covered")
      .sort((one, other) => one.at[0] - other.at[0] || one.id - other.id);
  }

  // Fill what is left, a little at a time, so that all is there for the browser's own search.
  fillAhead(number) {
    const blocks = this.blocks;
    const idle = window.requestIdleCallback ?? ((call) => setTimeout(call, 50));
    idle(() => {
      if (blocks !== this.blocks) return;
      const until = number + AHEAD / ROWS;
      blocks.slice(number, until).forEach((block) => this.fill(block));
      if (until < Math.min(blocks.length, MOST / ROWS)) this.fillAhead(until);
    });
  }

  fill(block) {
    if (block.childElementCount) return;
    const first = Number(block.dataset.first);
    block.append(...this.rows.slice(first, first + ROWS).map((row) => this.row(row)));
  }

  row(row) {
    const original = made("div", { className: "original" });
    const result = made("div", { className: "result" });
    const own = (text, at) => made("span", { data: { start: String(at) } }, text);
    let at = row.start;
    for (const one of this.within(row.start, row.end)) {
      const start = Math.max(one.at[0], at, row.start);
      const end = Math.min(one.at[1], row.end);
      if (end <= start) continue;
      if (start > at) {
        original.append(own(this.text.slice(at, start), at));
        result.append(this.text.slice(at, start));
      }
      const words = this.text.slice(start, end);
      original.append(this.finding(one, own(words, start), start === one.at[0], end === one.at[1]));
      result.append(this.becomes(one, words, start === one.at[0]));
      at = end;
    }
    original.append(own(this.text.slice(at, row.end), at));
    result.append(this.text.slice(at, row.end));
    const number = made("div", { className: "number" }, this.lines && row.number ? String(row.number) : "");
    return made("div", { className: "row" }, number, original, result);
  }

  // The findings that touch a stretch, in the order of the text.
  within(start, end) {
    const found = [];
    for (let at = this.firstAfter(start); at < this.sorted.length; at += 1) {
      if (this.sorted[at].at[0] >= end) break;
      found.push(this.sorted[at]);
    }
    return found;
  }

  firstAfter(start) {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle].at[1] > start) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  finding(one, words, first, last) {
    const kept = isKept(one);
    const classes = ["finding", this.colour(one.label), kept ? "kept" : one.answer.split(" ")[0]];
    if (this.current === one.id) classes.push("current");
    const element = made("span", { className: classes.filter(Boolean).join(" ") }, words);
    element.dataset.id = String(one.id);
    if (first) {
      element.role = "button";
      element.tabIndex = this.current === one.id || (this.current === null && this.sorted[0] === one) ? 0 : -1;
      const said = this.text.slice(...one.at);
      element.setAttribute("aria-describedby", "why");
      element.setAttribute("aria-label", `${said}: ${one.label}, ${one.answer || "open"}`);
    }
    if (last) {
      const sign = kept ? "✗" : SIGNS[one.answer];
      element.append(made("span", { className: "chip", ariaHidden: "true" }, `${one.label} ${sign}`));
    }
    return element;
  }

  becomes(one, words, first) {
    if (isKept(one) || one.answer === "skip") return made("span", { className: "stays" }, words);
    if (!first) return "";
    const className = one.answer ? "tag" : "tag open";
    return made("span", { className }, one.tag || `[${one.label}]`);
  }

  // Draw these findings again.
  update(ids) {
    const rows = new Set();
    for (const id of ids) {
      const one = this.questions.get(id);
      for (const number of this.rowsAt(...one.at)) rows.add(number);
    }
    for (const number of rows) {
      const block = this.blocks[Math.floor(number / ROWS)];
      const old = block.children[number % ROWS];
      if (!old) continue;
      const holds = old.contains(document.activeElement);
      old.replaceWith(this.row(this.rows[number]));
      if (holds) this.element(this.current)?.focus({ preventScroll: true });
    }
  }

  remove(id) {
    const gone = this.questions.get(id);
    this.questions.delete(id);
    if (this.current === id) this.current = null;
    this.order();
    for (const number of this.rowsAt(...gone.at)) {
      const block = this.blocks[Math.floor(number / ROWS)];
      block.children[number % ROWS]?.replaceWith(this.row(this.rows[number]));
    }
  }

  rowsAt(start, end) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].end > start) high = middle;
      else low = middle + 1;
    }
    const found = [];
    for (let at = low; at < this.rows.length && this.rows[at].start < end; at += 1) found.push(at);
    return found;
  }

  element(id) {
    return this.root.querySelector(`.finding[data-id="${id}"][role="button"]`);
  }

  // Make a finding the current one, and bring it into view.
  go(id, { focus = true } = {}) {
    const before = this.current;
    this.current = id;
    const one = this.questions.get(id);
    for (const number of this.rowsAt(...one.at)) this.fill(this.blocks[Math.floor(number / ROWS)]);
    this.update([before, id].filter((each) => this.questions.has(each)));
    const element = this.element(id);
    element?.scrollIntoView({ block: "center" });
    if (focus) element?.focus({ preventScroll: true });
  }

  // The next or the previous finding; with `open`, one that has no answer.
  next(step, open = false) {
    const at = this.sorted.findIndex((one) => one.id === this.current);
    const from = at < 0 && step < 0 ? 0 : at;
    for (let moved = 1; moved <= this.sorted.length; moved += 1) {
      const one = this.sorted.at((from + step * moved) % this.sorted.length);
      if (!open || !one.answer) return one.id;
    }
    return null;
  }

  // Select a stretch of the original, as a pointer would.
  select(start, end) {
    for (const number of this.rowsAt(start, end)) this.fill(this.blocks[Math.floor(number / ROWS)]);
    const from = this.node(start);
    const to = this.node(end - 1);
    if (!from || !to) return;
    getSelection().setBaseAndExtent(from.node, from.offset, to.node, to.offset + 1);
    from.node.parentElement.scrollIntoView({ block: "center" });
  }

  node(at) {
    const [number] = this.rowsAt(at, at + 1);
    if (number === undefined) return null;
    const row = this.blocks[Math.floor(number / ROWS)].children[number % ROWS];
    for (const part of row.querySelectorAll("[data-start]")) {
      const start = Number(part.dataset.start);
      if (start <= at && at < start + part.textContent.length) {
        return { node: part.firstChild, offset: at - start };
      }
    }
    return null;
  }

  // What is selected of the original: [start, end], or null.
  selection() {
    const chosen = getSelection();
    if (!chosen.rangeCount || chosen.isCollapsed) return null;
    const range = chosen.getRangeAt(0);
    const start = offset(range.startContainer, range.startOffset);
    const end = offset(range.endContainer, range.endOffset);
    return start === null || end === null || end <= start ? null : [start, end];
  }
}

function offset(node, at) {
  const text = node.nodeType === Node.TEXT_NODE;
  const element = text ? node.parentElement : node;
  const part = element.closest("[data-start]");
  if (part) return Number(part.dataset.start) + (text ? at : 0);
  const before = element.closest(".finding")?.querySelector("[data-start]"); // in its label
  return before ? Number(before.dataset.start) + before.textContent.length : null;
}

// Lines as rows; what is only notation is left out, unless something was found in it, and so are
// empty lines where lines are not those of the file.
function* rowsOf({ text, lines, sorted }, notation) {
  let number = 0;
  let hidden = 0;
  let found = 0;
  let empty = false;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (!line && index === text.length && index > 0) break;
    number += 1;
    const end = index + line.replace(/[\r\n]+$/, "").length;
    while (hidden < notation.length && notation[hidden][1] < end) hidden += 1;
    while (found < sorted.length && sorted[found].at[1] <= index) found += 1;
    const finds = found < sorted.length && sorted[found].at[0] < end;
    const unread = hidden < notation.length && notation[hidden][0] <= index && end > index;
    if (!finds && (unread || (!lines && empty && end === index))) continue;
    empty = end === index;
    yield* cut(text, index, end, number);
  }
}

// A line in rows that are not too long for the browser to lay out.
function* cut(text, start, end, number) {
  for (let at = start; ; ) {
    const blank = text.lastIndexOf(" ", at + LONG) + 1;
    const until = end - at <= LONG ? end : blank > at ? blank : at + LONG;
    yield { start: at, end: until, number: at === start ? number : 0 };
    if (until === end) return;
    at = until;
  }
}

// The replay works without this script, a link for each step. With it the time line can be dragged and played.
"use strict";

// Names of its own: live.js has some of the same.
{

const SVG = "http://www.w3.org/2000/svg";
const PIECES = "/assets/pieces.svg";
const OTHER = { "*": "any", "?": "any", "+": "w", "-": "b" };

const steps = [...document.querySelectorAll("#steps li")];
const board = document.querySelector("#replay svg.board");
const said = document.getElementById("said");
const moment = document.getElementById("moment");
const play = document.getElementById("play");
let shown = -1;
let playing = null;

function add(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  board.append(node);
}

function symbol(letter) {
  if (OTHER[letter]) return OTHER[letter];
  const lower = letter.toLowerCase();
  return (letter === lower ? "b" : "w") + lower;
}

function draw(placement, touched) {
  board.replaceChildren();
  for (const square of touched.split(" ").filter(Boolean)) {
    const x = (square.charCodeAt(0) - 97) * 10;
    add("rect", { class: "moved", x, y: (8 - Number(square[1])) * 10, width: 10, height: 10 });
  }
  placement.split("/").forEach((rank, row) => {
    let column = 0;
    for (const letter of rank) {
      if (/\d/.test(letter)) { column += Number(letter); continue; }
      add("use", { href: `${PIECES}#${symbol(letter)}`, x: column * 10, y: row * 10 });
      column += 1;
    }
  });
}

// Shows a step; the list follows where it has room of its own.
function show(index) {
  if (index === shown || !steps[index]) return;
  steps[shown]?.firstElementChild.removeAttribute("aria-current");
  shown = index;
  const step = steps[index];
  const link = step.firstElementChild;
  link.setAttribute("aria-current", "step");
  draw(step.dataset.placement, step.dataset.touched);
  said.querySelector("time").textContent = link.querySelector("time").textContent;
  said.querySelector("span").textContent = link.querySelector("span").textContent;
  moment.setAttribute("aria-valuetext", link.textContent);
  const list = step.parentElement;
  if (list.scrollHeight > list.clientHeight) list.scrollTop = step.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function at(index) { return Number(steps[index].dataset.at); }

function stepAt(time) {
  let last = 0;
  steps.forEach((step, index) => { if (Number(step.dataset.at) <= time) last = index; });
  return last;
}

function open(index) {
  const there = Math.min(Math.max(index, 0), steps.length - 1);
  moment.value = at(there);
  show(there);
}

function stop() {
  cancelAnimationFrame(playing);
  playing = null;
  play.textContent = play.dataset.play;
}

// In the time that it took, from where the handle is; from the beginning where it is at the end.
function begin() {
  const end = at(steps.length - 1);
  const start = Number(moment.value) >= end ? 0 : Number(moment.value);
  const from = performance.now() - start;
  play.textContent = play.dataset.pause;
  const frame = () => {
    const time = performance.now() - from;
    moment.value = Math.min(time, end);
    show(stepAt(time));
    if (time < end) playing = requestAnimationFrame(frame); else stop();
  };
  playing = requestAnimationFrame(frame);
}

if (board && steps.length) {
  moment.hidden = false;
  play.hidden = false;
  const current = steps.findIndex((step) => step.querySelector("[aria-current]"));
  open(current < 0 ? steps.length - 1 : current);
  moment.addEventListener("input", () => { stop(); show(stepAt(Number(moment.value))); });
  moment.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    stop();
    open(shown + by);
  });
  play.addEventListener("click", () => { if (playing) stop(); else begin(); });
  steps.forEach((step, index) => step.addEventListener("click", (event) => {
    event.preventDefault();
    stop();
    open(index);
  }));
}
}

// Pages work without this script. With it they change by themselves: the server sends pieces of them, each of which takes the
// place of the one with its id. Scripts of single pages hear "taken" once pieces are in their places.
"use strict";

const STALE_AFTER_MS = 4000;
const FADE_MS = 4000;
const AGAIN_MS = 3000;
// Who presses for longer than this, or lets go beyond the window, holds nothing up.
const HOLD_MS = 1000;

const list = document.getElementById("pieces");
const stale = document.getElementById("stale");
let source = null;
let heardAt = performance.now();

// Clocks and ages are counted from when they came.
function begin(root) {
  const now = performance.now();
  for (const shown of root.querySelectorAll("[data-ms], [data-age]")) shown.cameAt = now;
}

// As clocks show it; on pages for a hall without hours where there are none.
function hMmSs(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, two(seconds % 60)];
  return hours || !("short" in document.body.dataset) ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function age(seconds) {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function count() {
  const now = performance.now();
  for (const clock of document.querySelectorAll(".clock[data-ms]")) {
    const passed = "runs" in clock.dataset ? now - clock.cameAt : 0;
    const flag = clock.textContent.startsWith("⚑") ? "⚑ " : "";
    write(clock, flag + hMmSs(Number(clock.dataset.ms) - passed));
  }
  for (const time of document.querySelectorAll("time[data-age]")) {
    write(time, age(Number(time.dataset.age) + (now - time.cameAt) / 1000));
  }
  if (stale && document.body.dataset.live) stale.hidden = now - heardAt < STALE_AFTER_MS;
}

// Puts in what is new, and takes away what is gone. `start` comes with a list that shows a part of the whole.
function take({ put, order, start }) {
  const fresh = [];
  for (const { id, html } of put) {
    const made = document.createElement("template");
    made.innerHTML = html;
    const piece = made.content.firstElementChild;
    if (!piece) continue;
    begin(made.content);
    const before = document.getElementById(id);
    if (before && list.contains(before)) before.replaceWith(piece);
    else { list.append(piece); fresh.push(piece); }
  }
  for (const piece of [...list.children]) {
    if (order.includes(piece.id) || piece.classList.contains("gone")) continue;
    if (!list.dataset.gone) { piece.remove(); continue; }
    piece.classList.add("gone");
    const word = piece.querySelector("time");
    if (word) { delete word.dataset.age; word.textContent = list.dataset.gone; }
    setTimeout(() => piece.remove(), FADE_MS);
  }
  order.forEach((id, place) => {
    const piece = document.getElementById(id);
    if (piece && list.contains(piece)) piece.dataset.place = place;
  });
  if (start) list.dataset.from = start;
  document.dispatchEvent(new CustomEvent("taken", { detail: fresh }));
}

// Where the server has it on the page.
function placeOf(piece) {
  return Number(piece.dataset.place ?? 0);
}

// Puts the pieces in the order of their keys, and those with the same key in the server's order.
function sortPieces(key) {
  const pieces = [...list.children];
  const sorted = [...pieces].sort((one, other) => key(one) - key(other) || placeOf(one) - placeOf(other));
  if (sorted.some((piece, index) => piece !== pieces[index])) list.append(...sorted);
}

// What is pressed stays until it is let go: a press on what has been replaced meanwhile would be lost.
let isPressed = false;
const held = [];

function takeHeld() {
  if (isPressed) return;
  for (const news of held.splice(0)) take(news);
  count();
}

function letGo() {
  setTimeout(() => { isPressed = false; takeHeld(); }, 0);
}

document.addEventListener("pointerdown", () => { isPressed = true; setTimeout(letGo, HOLD_MS); });
document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);

// A browser keeps six connections to a desk at most, over all its pages, seen or not: a page that is not seen has none.
function listen() {
  const address = document.body.dataset.live;
  if (!address || !list || document.visibilityState !== "visible") return;
  rest();
  source = new EventSource(address);
  const heard = () => { heardAt = performance.now(); };
  source.addEventListener("put", (event) => { heard(); held.push(JSON.parse(event.data)); takeHeld(); });
  source.addEventListener("beat", heard);
  source.addEventListener("closed", () => { rest(); location.reload(); });
  // A browser tries again by itself after a connection that is cut, and not after a refusal.
  source.addEventListener("error", (event) => {
    if (event.target === source && source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

function rest() {
  source?.close();
  source = null;
}

// A page that rested, or slept with its device, asks anew at once.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") listen(); else rest();
});
window.addEventListener("pagehide", rest);
window.addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
window.addEventListener("online", listen);

[...(list?.children ?? [])].forEach((piece, place) => { piece.dataset.place = place; });
begin(document);
listen();
count();
setInterval(count, 200);

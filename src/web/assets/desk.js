// What the desk's pages do besides changing by themselves (live.js): vibrate, and come in the order that was chosen.
"use strict";

function wantsVibration() {
  return navigator.vibrate && localStorage.getItem("vibrate") === "yes";
}

// In the order that was chosen; what waits has one of its own.
function arrange() {
  if (!list) return;
  const chosen = document.querySelector("input[name=order]:checked")?.value ?? "table";
  const least = (piece) => Math.min(...[...piece.querySelectorAll(".clock[data-ms]")].map((clock) => Number(clock.dataset.ms)));
  const key = {
    table: placeOf,
    time: least,
    trouble: (piece) => Number(piece.dataset.trouble ?? 2),
  }[chosen];
  sortPieces(key);
}

document.addEventListener("taken", ({ detail: fresh }) => {
  arrange();
  if (fresh.some((piece) => piece.matches(".arbiter, .urgent")) && wantsVibration()) navigator.vibrate(200);
});

const vibrate = document.getElementById("vibrate");
if (vibrate && navigator.vibrate) {
  vibrate.closest("label").hidden = false;
  vibrate.checked = localStorage.getItem("vibrate") === "yes";
  vibrate.addEventListener("change", () => localStorage.setItem("vibrate", vibrate.checked ? "yes" : "no"));
}
const order = document.querySelector(".order");
if (order) { order.hidden = false; order.addEventListener("change", arrange); }

// What spectators' pages do besides changing by themselves (live.js): boards in their order, and keys for the wall.
"use strict";

const wall = list?.classList.contains("wall");

// Shows so many boards from this one on, without leaving the page: a full screen stays one. Behind the last board the server
// begins with the first, and says so with the boards.
function show(boards, from) {
  const at = new URL(document.body.dataset.live, location);
  at.searchParams.set("boards", boards);
  at.searchParams.set("from", from);
  document.body.dataset.live = at.pathname + at.search;
  list.classList.remove(`n${list.dataset.boards}`);
  list.classList.add(`n${boards}`);
  Object.assign(list.dataset, { boards, from });
  const here = new URL(location);
  here.searchParams.set("boards", boards);
  here.searchParams.set("from", from);
  history.replaceState(null, "", here);
  listen();
}

function press(key) {
  const boards = Number(list.dataset.boards);
  const from = Number(list.dataset.from);
  if (["1", "2", "4", "8"].includes(key)) show(Number(key), from);
  else if (["ArrowRight", "PageDown", " "].includes(key)) show(boards, from + boards);
  else if (["ArrowLeft", "PageUp"].includes(key)) show(boards, from - boards);
  else if (key === "Home") show(boards, 1);
  else if (key === "f" || key === "F") {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  } else return false;
  return true;
}

if (list) document.addEventListener("taken", () => sortPieces(placeOf));
if (wall) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("button") && event.key === " ") return;
    if (press(event.key)) event.preventDefault();
  });
  for (const button of document.querySelectorAll("[data-key]")) {
    button.addEventListener("click", () => press(button.dataset.key));
  }
  const every = Number(list.dataset.every ?? 0);
  if (every > 0) setInterval(() => press("ArrowRight"), Math.max(5, every) * 1000);
  // The keys are there while somebody is.
  let hiding = null;
  document.addEventListener("mousemove", () => {
    document.body.classList.add("touched");
    clearTimeout(hiding);
    hiding = setTimeout(() => document.body.classList.remove("touched"), 3000);
  });
}

import { mount } from "svelte";

import "../app.css";
import type { Replay } from "../lib/contract";
import ReplayPage from "./ReplayPage.svelte";

declare global {
  interface Window {
    /** The battle, written into the file by whoever made it. */
    REPLAY: Replay | null;
  }
}

const target = document.getElementById("app");
if (target && window.REPLAY) mount(ReplayPage, { target, props: { replay: window.REPLAY } });
else if (target) target.textContent = "There is no battle in this file.";

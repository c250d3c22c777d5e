import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { chosen } from "./lib/look.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");

chosen.start();
export default mount(App, { target });

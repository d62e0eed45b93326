import { findBrowser } from './find-browser.ts';

/** Prints the path of a browser as its last line; it is a process of its own, because an installation takes a while. */
try {
  console.log(findBrowser());
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

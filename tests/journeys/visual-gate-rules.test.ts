import { announcedFaults, listen } from '../support/announced.ts';
import { expect } from '../support/journey.ts';
import { test } from '../support/one-page.ts';
import { keyFaults, seenFaults } from '../support/seen-faults.ts';

/** Each rule of the visual gate: a broken page, what is reported of it, and a sound page that looks much the same. */
const RULES: readonly [rule: string, broken: string, reported: string[], sound: string][] = [
  [
    'a figure that is parted from its unit',
    '<p style="width: 2ch">85 m²</p>',
    ['parted unit: 85 m²'],
    '<p style="width: 2ch">85&nbsp;m²</p>',
  ],
  [
    'texts that overlap',
    '<p>One text</p><p style="margin-top: -34px">Another text</p>',
    ['overlap: "One text" and "Another text"'],
    '<p>One text</p><p style="margin-top: 0">Another text</p>',
  ],
  [
    'a text that its box cuts at the side',
    '<div class="box" style="width: 50px; overflow: hidden; white-space: nowrap">A long title</div>',
    ['clipped: "A long title" in div.box A long title'],
    `<div style="width: 50px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">A long title</div>
    <div style="width: 50px; overflow: auto; white-space: nowrap">A long title</div>`,
  ],
  [
    'a text that its box cuts below',
    '<div class="box" style="width: 60px; height: 26px; overflow: hidden"><p style="margin: 0">A long title</p></div>',
    ['clipped: "A long title" in div.box A long title'],
    `<div style="width: 60px; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical;
      -webkit-line-clamp: 1">A long title</div>
    <div style="height: 0; overflow: hidden">A closed text</div>
    <span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">Unseen</span>`,
  ],
  [
    'a text that a picture lies on',
    `<p>A text</p><img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
      style="display: block; position: relative; width: 200px; height: 50px; margin-top: -42px">`,
    ['covered: "A text" by img'],
    `<p style="position: relative; z-index: 1">A text</p>
    <img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
      style="display: block; position: relative; width: 200px; height: 50px; margin-top: -42px">`,
  ],
  [
    'a button that lies on a link',
    `<button style="width: 90px">Send</button>
    <a href="/x" style="border: 1px solid; display: inline-block; margin-left: -12px">Cancel</a>`,
    ['controls overlap: button Send and a Cancel'],
    `<button style="width: 90px">Send</button>
    <a href="/x" style="border: 1px solid; display: inline-block; margin-left: 4px">Cancel</a>`,
  ],
  [
    'a button that lies on the value of a field',
    `<input aria-label="Place" style="width: 200px">
    <button style="position: relative; left: -60px; padding: 0; height: 14px">Go</button>`,
    ['controls overlap: input Place and button Go'],
    `<input aria-label="Place" style="width: 200px; padding-right: 70px">
    <button style="position: relative; left: -60px; padding: 0; height: 14px">Go</button>`,
  ],
  [
    'a button that lies on a text',
    '<p>A text of some words</p><button style="position: relative; top: -40px; width: 400px">Send</button>',
    ['covered: "A text of some words" by button Send', 'control on a text: button Send and "A text of some words"'],
    '<p>A text of some words</p><button>Send</button>',
  ],
  [
    'a bar of a title that lies on the line above it',
    `<style>h1 { position: relative; margin: 0 } h1::before { content: ''; position: absolute; inset: -12px auto auto 0;
    width: 40px; height: 4px; background: red }</style><p style="margin: 0">1850 Grimbergen</p><h1>House</h1>`,
    ['a bar through "1850 Grimbergen": ::before of h1 House'],
    `<style>h1 { position: relative; margin: 30px 0 0 } h1::before { content: ''; position: absolute; inset: -12px auto
    auto 0; width: 40px; height: 4px; background: red }</style><p style="margin: 0">1850 Grimbergen</p><h1>House</h1>`,
  ],
  [
    'a text in a column that is not its own',
    `<div style="display: grid; grid-template-columns: 72px 300px; width: 400px"><i style="height: 90px"></i><b>Name</b>
    <p>Says the price before the coffee is ready, as she always did</p><p>0470 55 01 84</p></div>`,
    ['narrow: p Says the price before the coff'],
    `<div style="display: grid; grid-template-columns: 72px 300px; width: 400px"><i style="height: 90px"></i><b>Name</b>
    <i></i><p>Says the price before the coffee is ready, as she always did</p></div>`,
  ],
  [
    'a word that is broken without a hyphen',
    '<p style="width: 50px; overflow-wrap: anywhere">Verwijderen</p>',
    ['broken word: Verwijderen'],
    `<p lang="nl" style="width: 60px; overflow-wrap: anywhere">Verwij&shy;deren</p>
    <p style="width: 100px; overflow-wrap: anywhere">claire.lambert@kantoor.example</p>`,
  ],
  [
    'a block beside the edge of the others',
    '<h1>A</h1><p>B</p><p>C</p><p>D</p><p>E</p><p class="off" style="margin-left: 3px">F</p>',
    ['off the grid by 3.0 px: p.off F'],
    '<h1>A</h1><p>B</p><p>C</p><p>D</p><p>E</p><p style="margin-left: 16px">F</p><p style="text-align: center">G</p>' +
      '<div style="display: flex"><i>12345</i><p style="margin: 0">H</p></div>',
  ],
  [
    'a card that is lower than the next one',
    `<ul style="display: flex; gap: 9px; align-items: start"><li><h3>One</h3></li>
    <li style="margin-top: 7px"><h3>Two</h3></li></ul>`,
    ['uneven row: li One and li Two'],
    `<ul style="display: flex; gap: 9px; align-items: start"><li><h3>One</h3></li>
    <li><h3>Two</h3><p>More</p></li></ul>`,
  ],
  [
    'a title that is lower than the one beside it',
    `<ul style="display: flex; gap: 9px"><li><h3>One</h3></li><li><small>Sold</small><h3>Two</h3></li></ul>`,
    ['uneven titles by 18 px: h3 One and h3 Two'],
    `<ul style="display: flex; gap: 9px"><li><h3>One</h3></li><li><h3>Two</h3><small>Sold</small></li></ul>`,
  ],
  [
    'a link at the end of the page under a fixed bar',
    `<p style="height: 1500px">A</p><a href="/x">Last</a>
    <p style="position: fixed; inset: auto 0 0; margin: 0; height: 60px">Bar</p>`,
    ['under a bar at the end: a Last under p Bar'],
    `<p style="height: 1500px">A</p><a href="/x" style="display: block; margin-bottom: 90px">Last</a>
    <p style="position: fixed; inset: auto 0 0; margin: 0; height: 60px">Bar</p>`,
  ],
];

for (const [rule, broken, reported, sound] of RULES)
  test(`the gate finds ${rule}`, async ({ page }) => {
    // The policy of the page before would keep these styles out.
    await page.goto('about:blank');
    await page.setContent(`<main>${broken}</main>`);
    expect(await seenFaults(page)).toEqual(reported);
    await page.setContent(`<main>${sound}</main>`);
    expect(await seenFaults(page)).toEqual([]);
  });

test('the gate finds a field that a phone enlarges the page for, on phones only', async ({ page }) => {
  await page.goto('about:blank');
  await page.setContent('<main><select aria-label="Sort" style="font-size: 15px"><option>A</option></select></main>');
  expect(await seenFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await seenFaults(page)).toEqual(['small field: select A (15px)']);
});

const STOPS: readonly [fault: string, broken: string, reported: unknown[], sound: string][] = [
  [
    'that lies under something else',
    `<p style="position: fixed; inset: 0 auto auto 0; margin: 0; width: 99px; height: 99px">Bar</p>
    <a href="/x">Link</a>`,
    [expect.stringContaining('focus out of sight: a Link Link')],
    '<p style="height: 99px">Bar</p><a href="/x">Link</a>',
  ],
  [
    'that does not show the focus',
    '<a href="/x" style="outline: 0">Link</a>',
    ['no sign of focus: a Link'],
    '<a href="/x" style="outline: 0; box-shadow: 0 0 2px red">Link</a>',
  ],
  [
    'without a name',
    '<button></button>',
    ['no name: <button></button>'],
    '<button><img alt="Close" src="data:,"></button>',
  ],
  [
    'with the name of another one',
    '<form><button>Remove</button><button>Remove</button></form>',
    ['two of one name in a form: button Remove'],
    '<form><button aria-label="Remove photo 1">1</button><button aria-label="Remove photo 2">2</button></form>' +
      '<fieldset><legend>A</legend><label>Date <input></label></fieldset>' +
      '<fieldset><legend>B</legend><label>Date <input></label></fieldset>',
  ],
  [
    'above the one before it',
    `<form style="display: grid"><label style="order: 2">B <input></label>
    <label style="order: 1">A <input></label></form>`,
    ['focus goes up: from B to A'],
    `<form style="display: grid; grid-auto-flow: column; grid-template-rows: auto auto"><label>A <input></label>
    <label>B <input></label><label>C <input></label></form>`,
  ],
];

for (const [fault, broken, reported, sound] of STOPS)
  test(`the walk by Tab finds a stop ${fault}`, async ({ page }) => {
    await page.goto('about:blank');
    await page.setContent(`<main>${broken}</main>`);
    expect(await keyFaults(page)).toEqual(reported);
    await page.setContent(`<main>${sound}</main>`);
    expect(await keyFaults(page)).toEqual([]);
  });

for (const [fault, act, reported] of [
  ['twice', 'one.textContent = two.textContent = "Kept"', ['said twice: Kept', 'the focus is lost']],
  ['where the focus reads it', 'one.textContent = "Kept"; one.focus()', ['said and focused: Kept']],
  ['once, on what is still there', 'one.textContent = "Kept"; next.focus()', []],
] as const)
  test(`what is said ${fault} is heard`, async ({ page }) => {
    await listen(page);
    await page.goto('/nl/disclaimer/');
    await page.evaluate(() => {
      document.body.innerHTML =
        '<p id="one" role="status" tabindex="-1"></p><p id="two" role="alert"></p>' +
        '<button>A</button><a id="next" href="/">B</a>';
    });
    await page.locator('button').click();
    await page.evaluate(
      `const [one, two, next] = document.querySelectorAll('[id]'); document.activeElement.remove(); ${act}`,
    );
    expect(await announcedFaults(page)).toEqual(reported);
  });

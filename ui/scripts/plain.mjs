// The same interactions on a page without a framework, for the time that this browser and machine need by themselves. Used by react.mjs.

/**
 * What each action at least has to change to show its effect: a row, all rows, another list, a panel with some lines, a dialog, or a
 * text with the lines that fit it. And by which input it comes.
 */
export const plainActions = {
  'open a menu': ['panel', 'right'],
  select: ['row', 'click'],
  'open the details': ['panel', 'key'],
  rename: ['row', 'type'],
  sort: ['list', 'click'],
  'switch between list and grid': ['list', 'key'],
  'open a dialog': ['dialog', 'key'],
  'type in the search': ['lines', 'type'],
  'open a folder': ['list', 'double'],
  'go back': ['list', 'key'],
  'move the cursor': ['row', 'key'],
  'choose one more': ['row', 'key'],
  'choose all': ['rows', 'key'],
  'choose none': ['rows', 'key'],
  'mark as a favorite': ['row', 'key'],
  delete: ['list', 'key'],
  undo: ['list', 'key'],
  'open a submenu': ['panel', 'click'],
  'open the share dialog': ['dialog', 'click'],
  'open the picker of a place': ['dialog', 'key'],
  'open the command palette': ['dialog', 'key'],
  'type in it': ['lines', 'type'],
  'close the palette': ['dialog', 'key'],
  'open the menu of new things': ['panel', 'click'],
  'open a preview': ['list', 'double'],
  'see the next picture': ['row', 'key'],
  'close it': ['list', 'key'],
  'go to My Drive': ['list', 'click'],
  'go home': ['list', 'click'],
  'open the menu of the account': ['panel', 'click'],
};

/** Runs in the page: as many elements as the workspace has, in rows, and one handler that makes the effect at once. */
function build({ elements, rows }) {
  document.body.innerHTML = `<style>
    body { margin: 0; font: 15px sans-serif }
    .row { display: flex; align-items: center; height: 40px; border-bottom: 1px solid #ddd }
    .row span { padding: 0 4px }
    .on { background: #dfe }
    .panel { position: fixed; inset-block-start: 80px; inset-inline-start: 400px; background: #fff; box-shadow: 0 4px 16px #0004 }
    .panel p { margin: 0; padding: 8px 24px }
  </style><main></main><div class="panel" hidden></div><dialog><p>A dialog</p><input><button>Close</button></dialog>`;
  const main = document.querySelector('main');
  const panel = document.querySelector('.panel');
  const dialog = document.querySelector('dialog');
  const cells = Math.max(1, Math.round(elements / rows) - 1);
  let turn = 0;
  const list = () => {
    turn += 1;
    const row = (n) =>
      `<div class="row">${Array.from({ length: cells }, (_, k) => `<span>${k < 6 ? `cell ${n} ${turn}` : ''}</span>`).join('')}</div>`;
    main.innerHTML = Array.from({ length: rows }, (_, n) => row(n)).join('');
  };
  const lines = () => {
    panel.innerHTML = Array.from({ length: 12 }, (_, n) => `<p>line ${n} ${(turn += 1)}</p>`).join('');
    panel.hidden = false;
  };
  const effects = {
    list,
    lines,
    row: () => main.children[(turn += 1) % 10].classList.toggle('on'),
    rows: () => {
      for (const row of main.children) row.classList.toggle('on');
    },
    panel: () => (panel.hidden ? lines() : (panel.hidden = true)),
    dialog: () => (dialog.open ? dialog.close() : dialog.showModal()),
  };
  const handle = (event) => {
    if (event.type !== window.__by) return;
    event.preventDefault();
    effects[window.__effect]();
  };
  for (const type of ['click', 'dblclick', 'contextmenu', 'keydown']) addEventListener(type, handle);
  list();
}

const inputs = { right: 'contextmenu', click: 'click', double: 'dblclick', key: 'keydown', type: 'keydown' };
const press = { delay: 80 };

async function act(page, by) {
  if (by === 'key') await page.keyboard.press('x', press);
  else if (by === 'type') await page.keyboard.type('img', { delay: 60 });
  else if (by === 'double') await page.mouse.dblclick(300, 300, press);
  else await page.mouse.click(300, 300, { ...press, button: by === 'right' ? 'right' : 'left' });
}

/** Makes of an open page a plain one, and does the actions there: `measure` times the input that it is given. */
export async function reactPlainly(page, elements, measure) {
  await page.evaluate(build, { elements, rows: 24 });
  const took = [];
  for (const [effect, by] of Object.values(plainActions)) {
    await page.evaluate(([next, type]) => Object.assign(window, { __effect: next, __by: type }), [effect, inputs[by]]);
    took.push(await measure(() => act(page, by)));
    await page.evaluate(() => {
      document.querySelector('dialog').close();
      document.querySelector('.panel').hidden = true;
    });
    await page.waitForTimeout(200);
  }
  return took;
}

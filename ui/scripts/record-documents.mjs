// Edits the corpus of decode/docx with the real editor, in three rounds: node scripts/record-documents.mjs
// <script of the editor>. TestRecord of that package serves the documents and keeps what the editor writes.
import fs from 'node:fs';
import { chromium } from '@playwright/test';

const server = 'http://127.0.0.1:18999';
const code = fs.readFileSync(process.argv[2], 'utf8');
const only = process.argv.slice(3);
const json = async (path, body) => {
  const answer = await fetch(server + path, body && { method: 'POST', body: JSON.stringify(body) });
  return answer.json();
};

// Functions that run in the page cannot use anything from outside of it.
// oxlint-disable unicorn/consistent-function-scoping
/** Runs in the page: opens a document, changes every paragraph, and returns both writings. */
async function round({ bytes, parts, round: number }) {
  const wait = (ok) =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => fail(new Error('no answer')), 20_000);
      addEventListener('message', function heard({ data }) {
        if (data.type === 'trouble') return fail(new Error(data.kind));
        if (!ok(data)) return;
        clearTimeout(timer);
        removeEventListener('message', heard);
        done(data);
      });
    });
  const decode = (text) => Uint8Array.from(atob(text), (one) => one.codePointAt(0)).buffer;
  const encode = (buffer) => {
    let text = '';
    for (const byte of new Uint8Array(buffer)) text += String.fromCodePoint(byte);
    return btoa(text);
  };
  const font = new ArrayBuffer(0);
  const look = { dark: false, lang: 'fa', ground: '#fff', brand: '#077', page: '' };
  const first = wait(({ type }) => type === 'untouched');
  const order = { type: 'edit', bytes: decode(bytes), parts, look, fonts: { arabic: font, latin: font } };
  postMessage({ ...order, author: 'Sara', readOnly: false }, '*');
  const untouched = encode((await first).bytes);
  const view = window.editorView;
  const spots = [];
  view.state.doc.descendants((node, at) => {
    if (node.isTextblock) spots.push({ at: at + 1, size: node.content.size });
  });
  let change = view.state.tr;
  for (const { at, size } of spots.toReversed()) {
    // At the beginning, in the middle, and by a new paragraph.
    const place = number === 1 ? at + Math.floor(size / 2) : at;
    try {
      change = change.insertText(`ZZ${number} `, place);
      if (number === 2 && at === spots.at(-1).at) change = change.split(at + 4);
    } catch {
      // No text may stand there.
    }
  }
  view.dispatch(change);
  await new Promise((done) => {
    setTimeout(done, 200);
  });
  const written = wait(({ type }) => type === 'written');
  postMessage({ type: 'write', number: 1 }, '*');
  return { untouched, edited: encode((await written).bytes) };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
for (const name of await json('/names')) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (let number = 0; number < 3; number += 1) {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error).slice(0, 300)));
    await page.setContent('<!doctype html><html><head></head><body></body></html>');
    await page.addScriptTag({ content: code });
    const document = await json(`/document/${name}`);
    try {
      const made = await page.evaluate(round, { ...document, round: number });
      await json(`/document/${name}/${number}`, made);
    } catch (error) {
      console.log(name, number, String(error).slice(0, 400), errors);
    }
    await page.close();
  }
  console.log(name);
}
await browser.close();
await fetch(`${server}/done`, { method: 'POST' });

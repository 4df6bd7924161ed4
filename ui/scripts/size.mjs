// Weighs what a browser loads: node scripts/size.mjs, after a build. Fails when a budget is exceeded.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const budgets = { entry: 95, screen: 40 };
const kib = (bytes) => bytes / 1024;

/** Small files are not compressed at all. */
function weight(file) {
  const full = path.join(dist, file);
  return fs.statSync(fs.existsSync(`${full}.br`) ? `${full}.br` : full).size;
}

const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
const entry = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]));

/** The text of a chunk, which may be there only packed. */
function text(file) {
  const full = path.join(dist, file);
  return fs.existsSync(full)
    ? fs.readFileSync(full, 'utf8')
    : zlib.gunzipSync(fs.readFileSync(`${full}.gz`)).toString();
}

/** What a chunk imports statically, and what that imports. */
function statics(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const code = text(file);
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    statics(path.join(path.dirname(file), name), found);
  }
  return found;
}
const named = Array.from(entry).filter((file) => file.endsWith('.js'));
for (const file of named) for (const more of statics(file)) entry.add(more);

const total = (files) => kib([...files].reduce((sum, file) => sum + weight(file), 0));
const rows = [['entry (js and css)', total(entry), budgets.entry]];
for (const file of fs
  .readdirSync(path.join(dist, 'assets'))
  .map((name) => name.replace(/\.(br|gz)$/, ''))
  .filter((name, at, all) => /page-[\w-]+\.js$/.test(name) && all.indexOf(name) === at)) {
  const more = [...statics(`assets/${file}`)].filter((name) => !entry.has(name));
  rows.push([file, total(more), budgets.screen]);
}
let exceeded = false;
for (const [name, size, budget] of rows) {
  exceeded ||= size > budget;
  console.log(`${size > budget ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} KiB of ${budget}  ${name}`);
}
process.exit(exceeded ? 1 : 0);

import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const budgets = { entry: 95, screen: 40 };

/** Small files are not compressed at all. */
function weight(file) {
  const full = path.join(dist, file);
  return fs.statSync(fs.existsSync(`${full}.br`) ? `${full}.br` : full).size;
}

/** The text of a chunk, which may be there only packed. */
function text(file) {
  const full = path.join(dist, file);
  return fs.existsSync(full)
    ? fs.readFileSync(full, 'utf8')
    : zlib.gunzipSync(fs.readFileSync(`${full}.gz`)).toString();
}

/** All static imports of a chunk, direct and indirect. */
function statics(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const code = text(file);
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
    statics(path.join(path.dirname(file), name), found);
  }
  return found;
}

const total = (files) => [...files].reduce((sum, file) => sum + weight(file), 0) / 1024;

/** Compressed sizes in KiB: first of the files that every screen needs, then of those that each screen adds. */
export function weigh() {
  const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
  const entry = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]));
  const named = Array.from(entry).filter((file) => file.endsWith('.js'));
  for (const file of named) for (const more of statics(file)) entry.add(more);
  const rows = [{ name: 'entry (js and css)', size: total(entry), budget: budgets.entry }];
  for (const file of [
    ...new Set(fs.readdirSync(path.join(dist, 'assets')).map((name) => name.replace(/\.(br|gz)$/, ''))),
  ].filter((name) => /page-[\w-]+\.js$/.test(name))) {
    const more = [...statics(`assets/${file}`)].filter((name) => !entry.has(name));
    rows.push({ name: file, size: total(more), budget: budgets.screen });
  }
  return rows;
}

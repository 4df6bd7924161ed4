import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
/** In KiB; the entry's is a promise, those of the families keep them from growing unseen. */
const budgets = { entry: 95, signin: 125, files: 202, spaces: 200, visit: 180, family: 266 };

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
    : zlib.brotliDecompressSync(fs.readFileSync(`${full}.br`)).toString();
}

/** A chunk with all that it imports statically. */
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

/** The files of each family of pages, as boot.js tells the browser to fetch them ahead: code, Persian, English words. */
function preloads() {
  const boot = fs.readFileSync(path.join(dist, 'boot.js'), 'utf8');
  return [...boot.matchAll(/\[\/[^\s]+?\/,\[("assets[^\]]+)\],\[([^\]]+)\],\[([^\]]+)\]\]/g)].map(([, ...lists]) =>
    lists.map((list) => JSON.parse(`[${list}]`)),
  );
}

/** The weight of the first load, in KiB as it travels: the entry, then the whole of each family of pages. */
export function weigh() {
  const html = fs.readFileSync(path.join(dist, 'index.html'), 'utf8');
  const entry = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]));
  const named = Array.from(entry).filter((file) => file.endsWith('.js'));
  for (const file of named) for (const more of statics(file)) entry.add(more);
  const rows = [{ name: 'entry (js and css)', size: total(entry), budget: budgets.entry }];
  for (const [code, persian, english] of preloads()) {
    const name = path.basename(code[0]).replace(/-[\w-]{8}\.js$/, '');
    for (const [lang, words] of Object.entries({ persian, english })) {
      const files = new Set([...entry, ...code, ...words]);
      rows.push({
        name: `${name}, ${lang}, with ${words[0]}`,
        size: total(files),
        budget: budgets[name] ?? budgets.family,
      });
    }
  }
  if (rows.length < 3) throw new Error('boot.js names no pages');
  return rows;
}

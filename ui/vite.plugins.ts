import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Plugin } from 'vite';

/** Fails the build when a module of real React slips into a chunk. */
export function refuseReact(): Plugin {
  return {
    name: 'refuse-react',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const culprit = chunk.moduleIds.find((id) => /node_modules\/(react|react-dom|scheduler)\//.test(id));
        if (culprit) this.error(`real React in the bundle: ${culprit}`);
      }
    },
  };
}

const compressible = /\.(js|mjs|css|html|svg|json|webmanifest|wasm|txt|ttf)$/;

function compress(file: string, keepPlain: boolean) {
  const bytes = fs.readFileSync(file);
  if (bytes.length < 1024) return;
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
  if (!keepPlain) fs.rmSync(file);
}

/**
 * Writes .br and .gz of every text file, so that the server never compresses at run time. Of assets, the plain form
 * goes: the server unpacks it for the few clients that take no other, and the program is smaller by it.
 */
export function precompress(dir: string): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of fs.readdirSync(dir, { withFileTypes: true, recursive: true })) {
          if (!entry.isFile() || !compressible.test(entry.name)) continue;
          const file = path.join(entry.parentPath, entry.name);
          compress(file, !path.relative(dir, file).startsWith('assets'));
        }
      },
    },
  };
}

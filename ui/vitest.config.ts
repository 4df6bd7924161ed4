import { defineConfig } from 'vitest/config';
import { aliases } from './vite.aliases.ts';

export default defineConfig({
  resolve: { alias: aliases, dedupe: ['preact'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    maxWorkers: 2,
    // Other tests may keep the machine busy beside.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A document for each file takes four times as long. No file leaves anything behind, so their order decides nothing.
    isolate: false,
    server: {
      deps: {
        inline: [
          /@base-ui/,
          /@tanstack/,
          /wouter/,
          /lucide-react/,
          /react-hook-form/,
          /@floating-ui/,
          /@testing-library\/preact/,
          /preact/,
        ],
      },
    },
  },
});

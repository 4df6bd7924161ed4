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

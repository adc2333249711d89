import { defineConfig } from 'vite';

/** Builds studio into dist/apps/studio: one folder of files, found relative to index.html wherever that is served. */
export default defineConfig({
  base: './',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/apps/studio',
    emptyOutDir: true,
    assetsDir: '',
    // The policy of the pages knows no data: URL but those of images.
    assetsInlineLimit: 0,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
  },
});

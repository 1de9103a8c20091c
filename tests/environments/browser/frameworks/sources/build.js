// Rebuilds ../built and ../vendor: in a copy of this folder, `npm ci`, then `node build.js FOLDER`, where
// FOLDER is the folder above this one. `../manifest.json` names every file's packages and licences.
import { transformSync } from '@babel/core';
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { compile } from 'svelte/compiler';

const folder = process.argv[2];
const { files } = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'));

const compilers = {
  name: 'compilers',
  setup({ onLoad }) {
    onLoad({ filter: /\.solid\.jsx$/ }, ({ path }) => ({
      contents: transformSync(readFileSync(path, 'utf8'), { presets: ['solid'], filename: path }).code,
    }));
    onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { generate: 'client', filename: path }).js.code,
    }));
  },
};

const bundle = (entry, file) => build({
  entryPoints: [entry], outfile: `${folder}/${file}`, bundle: true, minify: true, format: 'iife', plugins: [compilers],
  jsx: 'automatic', jsxImportSource: entry.includes('preact') ? 'preact' : 'react', legalComments: 'inline',
  define: { 'process.env.NODE_ENV': '"production"' }, conditions: ['production', 'browser'],
});

for (const kind of ['built', 'vendor']) mkdirSync(`${folder}/${kind}`, { recursive: true });
for (const { file, entry, packages, from, licence } of files) {
  if (entry) await bundle(entry, file);
  else copyFileSync(`node_modules/${packages[0]}/${from}`, `${folder}/${file}`);
  licence.forEach((name, index) => copyFileSync(`node_modules/${packages[index]}/${name}`, `${folder}/vendor/${packages[index]}.licence.txt`));
}

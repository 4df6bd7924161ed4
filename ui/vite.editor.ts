import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const helpers = fileURLToPath(new URL('./src/isolated/docx-typing.ts', import.meta.url));

/** What is replaced in the library, each exactly once. The names are those of its minified module. */
const places: readonly (readonly [string, string])[] = [
  // Two documents were compared as JSON with each key; it is only called when there is another one.
  [
    'we=i(o||null,{maxEntries:100,groupingInterval:500,enableKeyboardShortcuts:true})',
    'we=i(o||null,{maxEntries:100,groupingInterval:500,enableKeyboardShortcuts:true,isEqual:Object.is})',
  ],
  // The whole document was converted with each key.
  [
    'let he=A.current?.getDocument();he&&oe.current?.(he);',
    'bodyChanged(()=>A.current?.getDocument(),he=>oe.current?.(he));',
  ],
  // The converted document came back as another one, and the layout was made a second time.
  [
    '[Te,te,q,ie,se,pe,Me,m,g,x,p,s,u,c,n,d,t,b,C,h,i,o,r,f]',
    '[Te,te,q,ie,se,pe,Me,m,g,x,p,s,u,c,n,d,partsOf(t),b,C,h,i,o,r,f]',
  ],
  // A comment without a mark in the text was taken for one whose text was deleted. The editor marks only the outermost of
  // comments that lie in each other, and none on links, fields and controls: those were never there to be deleted.
  [
    'for(let H of w)H.parentId==null&&!I.has(H.id)&&M.add(H.id);',
    'let shown=shownSoFar(I);for(let H of w)H.parentId==null&&!I.has(H.id)&&shown.has(H.id)&&M.add(H.id);',
  ],
];

/**
 * Makes typing in long documents fast: @eigenpal/docx-editor-react 1.9.0 does work for each key that grows with the whole
 * document. And keeps comments that it does not show. Fails the build when the library changed, so that the places are looked at again with each new version.
 */
export function fastTyping(): Plugin {
  let done = false;
  return {
    name: 'fast-typing',
    transform(code, id) {
      if (!id.includes('@eigenpal/docx-editor-react/dist/index.mjs')) return null;
      let made = code;
      for (const [from, to] of places) {
        if (made.split(from).length !== 2) this.error(`docx-editor-react is not as vite.editor.ts knows it: ${from}`);
        made = made.replace(from, () => to);
      }
      done = true;
      return { code: `import{bodyChanged,partsOf,shownSoFar}from${JSON.stringify(helpers)};${made}`, map: null };
    },
    buildEnd(error) {
      if (!error && !done) this.error('docx-editor-react was not found by vite.editor.ts');
    },
  };
}

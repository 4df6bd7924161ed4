import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { words } from './vite.editor-words.ts';
import { mendedLibrary, type Place } from './vite.mend.ts';

const local = (name: string) => JSON.stringify(fileURLToPath(new URL(`./src/isolated/${name}`, import.meta.url)));

/** Imports of the functions that the replaced places call. */
const helpers = [
  `import{useLayoutEffect as beforePaint}from"react";`,
  `import{splitBlockAs}from"prosemirror-commands";`,
  `import{beginBlocks,countedMarker,forgetBlocks,isKept,keepBlock,keepMeasure,keptMeasure}from${local('docx-kept')};`,
  `import{drawFragment,redrawFragments}from${local('docx-fragments')};`,
  `import{beforeAllPages,hasNewStories,leavePage,printOf,readScroll}from${local('docx-kept-pages')};`,
  `import{withAttributes}from${local('docx-ids')};`,
  `import{indexOfBlock,placeCards,useNearCards}from${local('docx-cards')};`,
  `import{visitMarked}from${local('docx-marked')};`,
  `import{steady}from${local('docx-steady')};`,
  `import{bodyChanged,partsOf,rememberComments}from${local('docx-typing')};`,
  `import{alignAt,indentFromRight,leaveSection,markerOf,nextParagraph,pressedAlignment,sideOf,withoutLook}from${local('docx-paragraph')};`,
  `import{dateLanguage,pickerOf,shownNumber,themeColour,wordOf,wordsFrom}from${local('docx-words')};`,
  `import{firstLine,leaveStory,storyItems,storyOpener,storyPlugins}from${local('docx-stories')};`,
  `import{matchesIn,textLike}from${local('docx-find')};`,
  `import{insertContents}from${local('docx-contents')};`,
  `import{directionButtons}from${local('docx-direction')};`,
  `import{fromMargin,isRtlField,marginUnit,pageDigits,textWidth,toMargin}from${local('docx-page')};`,
  `import{drawnRows,edgeOfCells,hiddenRow,isLinedAllOver,isLineOf,sideOfTable}from${local('docx-table')};`,
  `import{controlName,isLockedAt,markControl,shownControl}from${local('docx-controls')};`,
  `import{wellFormed}from${local('docx-control-values')};`,
  `import{turnsRun}from${local('docx-ways')};`,
  `import{flowed,gapOf,inFlow}from${local('docx-flow')};`,
  `import{isBulletList,isItemOf,itemIn,listFor,movedOut}from${local('docx-lists')};`,
  `import{listMark,pastedParagraph}from${local('docx-pasted')};`,
].join('');

/** Work that grew with the whole document was done for each key, and comments that are not shown were deleted. */
const typing: readonly Place[] = [
  // Two documents were compared as JSON with each key; it is only called when there is another one. The keys of undoing took
  // back a text and, beside it, the whole document as it was some changes before: headers and footers vanished.
  [
    'we=i(o||null,{maxEntries:100,groupingInterval:500,enableKeyboardShortcuts:true})',
    'we=i(o||null,{maxEntries:100,groupingInterval:500,enableKeyboardShortcuts:false,isEqual:Object.is})',
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
    'let shown=rememberComments(I);for(let H of w)H.parentId==null&&!I.has(H.id)&&shown.has(H.id)&&M.add(H.id);',
  ],
];

/** Walks through the whole text with each key, for what few of its blocks hold; and tools that were drawn with each. */
const walks: readonly Place[] = [
  // Paragraphs that had no number of their own got one in a transaction with a step for each.
  [
    'if(t.length===0)return n;let e=n.tr;for(let r of t)e.setNodeMarkup(r.pos,void 0,r.attrs);return e.setMeta(O,"allocated")',
    'if(t.length===0)return n;return withAttributes(n,t);let e=n.tr;for(let r of t)e.setNodeMarkup(r.pos,void 0,r.attrs);return e.setMeta(O,"allocated")',
  ],
  ['return nt(r,{...l,isEqual:s})', 'return nt(r,{isEqual:s,...l})'],
  ['return p.descendants((f,h)=>{let x=f.attrs;', 'return visitMarked(p,(f,h)=>{let x=f.attrs;'],
  [
    'U.descendants((e,t)=>{if(e.type.name==="paragraph"){let r=e.attrs.pPrIns',
    'visitMarked(U,(e,t)=>{if(e.type.name==="paragraph"){let r=e.attrs.pPrIns',
  ],
  [
    'n.descendants(e=>{e.type.name==="paragraph"&&t++;})',
    'n.descendants(e=>(e.type.name==="paragraph"&&t++,!e.isTextblock))',
  ],
  ['jsx(wa,{toolbarRefCallback:oc', 'jsx(steady(wa),{toolbarRefCallback:oc'],
];

/** Many comments: all of their cards were drawn with each key, and the block of each was looked for through all blocks. */
const cards: readonly Place[] = [
  ['function ae(e,n){return e.findIndex(i=>i.id===n)}', 'function ae(e,n){return indexOfBlock(e,n)}'],
  [
    'R=useMemo(()=>nl(e,t,o,n,b$1.current,i.current),[e,t,o,n,l])',
    'R=useMemo(()=>placeCards(e,t,o,n,b$1.current,i.current,c),[e,t,o,n,l,c])',
  ],
  // A card that was out of sight keeps its height, and one that comes into sight is measured with the others.
  [
    'w=M=>{M?(x.current.set(I,M),b$1.current.set(I,M.offsetHeight)):(x.current.delete(I),b$1.current.delete(I));}',
    'w=M=>{M?x.current.set(I,M):x.current.delete(I);}',
  ],
  [
    'E=useCallback(I=>{p?.(a.current===I?null:I);},[p]);return e.length===0?null:jsx("aside"',
    'E=useCallback(I=>{p?.(a.current===I?null:I);},[p]),N$=useNearCards(e,v,d,c,P);return e.length===0?null:jsx("aside"',
  ],
  ['children:e.map(I=>{let w=v.get(I.id),M=c===I.id', 'children:N$.map(I=>{let w=v.get(I.id),M=c===I.id'],
];

/** Blocks, their measures and pages are kept from one layout to the next. */
const keeping: readonly Place[] = [
  [
    'function xe(e,s={}){let i=e.attrs?.defaultTabStopTwips',
    'function xe(e,s={}){beginBlocks();let i=e.attrs?.defaultTabStopTwips',
  ],
  ['let p=M(d,f,n),a=d.attrs;t.push(p);', 'let p=keepBlock(M,d,f,n,_),a=d.attrs;t.push(p);'],
  ['case "table":t.push(U(d,f,n));', 'case "table":t.push(keepBlock(U,d,f,n,_));'],
  ['case "textBox":t.push(ie(d,f,n));', 'case "textBox":t.push(keepBlock(ie,d,f,n,_));'],
  [
    'function _(e,s$1,i){let n=e.numPr;',
    'function _(e,s$1,i){let L$=countedMarker(e);if(L$)return L$.marker;let n=e.numPr;',
  ],
  [
    'function rs(e,t,o,r){switch(e.kind){case "paragraph":{let n=e;if(!o||o.length===0){',
    'function rs(e,t,o,r){return keptMeasure(e,t,o)??keepMeasure(e,t,o,rs$(e,t,o,r))}function rs$(e,t,o,r){switch(e.kind){case "paragraph":{let n=e;if((!o||o.length===0)&&!isKept(n)){',
  ],
  [
    'return (!o||o.length===0)&&setCachedParagraphMeasure(n,t,d),d}',
    'return (!o||o.length===0)&&!isKept(n)&&setCachedParagraphMeasure(n,t,d),d}',
  ],
  ['function Oe(){ie(),ce(),he();}', 'function Oe(){ie(),ce(),he(),forgetBlocks();}'],
  // The pages in sight were all drawn anew with each key.
  ['for(let w of e)c.push(Tt(w));', 'for(let w of e)c.push(printOf(w,n));'],
  ['if(x.push(Tt(I)),l)', 'if(x.push(printOf(I,n)),l)'],
  [
    'if(k.fingerprint===R&&!h){',
    'let D$=()=>{let{context:C$,pageOptions:O$}=Ne(e[w],o,n);return Te(e[w],C$,{...O$,headerContent:void 0,footerContent:void 0,watermark:void 0})};if(!h&&(leavePage(k,R)||redrawFragments(k,R,D$))){',
  ],
  // Of a page that changed, the paragraphs and tables that did not stay.
  [
    'F=_(h,E,f,w,{document:o,prevBorders:p,nextBorders:v,renderedInlineImageKeys:C})',
    'F=drawFragment(h,()=>_(h,E,f,w,{document:o,prevBorders:p,nextBorders:v,renderedInlineImageKeys:C}))',
  ],
  ['(F=ne(h,R.block,R.measure,w,{document:o}),', '(F=drawFragment(h,()=>ne(h,R.block,R.measure,w,{document:o})),'],
  // A header that was changed was drawn only where its height changed, too.
  ['h=i.totalPages!==o,F=Math.min', 'h=i.totalPages!==o||hasNewStories(i.currentOptions,n),F=Math.min'],
  // Where the window is scrolled to was read before and after each drawing, and the browser laid out what changed for it.
  [
    've=Q?.isConnected?ss(Y,Q,K.selection.head):null,',
    've=null,V$=Q?.isConnected&&readScroll(Y,Re.pages,()=>{ve=ss(Y,Q,K.selection.head)}),',
  ],
  ['xe=Q.getBoundingClientRect(),fe=g||1', 'xe={get top(){return Q.getBoundingClientRect().top}},fe=g||1'],
  ['t.innerHTML="",a.__pageRenderState=void 0', 'beforeAllPages(),t.innerHTML="",a.__pageRenderState=void 0'],
  // The number of all pages stands in headers and footers.
  ['v.rendered&&Sn(E,I,o,n)', 'v.rendered&&(h?(E.innerHTML="",v.rendered=false,ce(E,I,o,n)):Sn(E,I,o,n))'],
];

/** Paragraphs that run from the right: what their alignment means, what Enter begins, on which side they are indented. */
const paragraphs: readonly Place[] = [
  // Left and right in the file are the leading and the trailing edge.
  [
    'o==="both"||o==="distribute"?r.alignment="justify":o==="left"?r.alignment="left":o==="center"?r.alignment="center":o==="right"&&(r.alignment="right");',
    'r.alignment=sideOf(e);',
  ],
  ['function I(n){return (t,e)=>k("alignment",n)(t,e)}', 'function I(n){return alignAt(n)}'],
  ['highlight:h.highlight,alignment:x.alignment,', 'highlight:h.highlight,alignment:pressedAlignment(x),'],
  // The font of text in the usual style was shown as another one.
  ['if(k?.package.styles&&E){let w=d(', 'if(k?.package.styles){let w=d('],
  // To run from the left is a property of its own, over that of a style; it was lost when the document was written.
  ['setLtr:()=>k("bidi",null)', 'setLtr:()=>k("bidi",false)'],
  [
    't.bidi!==(n.bidi||void 0)&&(i.bidi=t.bidi||void 0),i}if(t.alignment',
    '(t.bidi??void 0)!==(n.bidi??void 0)&&(i.bidi=t.bidi??void 0),i}if(t.bidi===false||t.alignment',
  ],
  [
    'pageBreakBefore:t.pageBreakBefore||void 0,bidi:t.bidi||void 0}}',
    'pageBreakBefore:t.pageBreakBefore||void 0,bidi:t.bidi??void 0}}',
  ],
  // The format has these in another order.
  [
    'e.contextualSpacing===true?o.push("<w:contextualSpacing/>"):e.contextualSpacing===false&&o.push(\'<w:contextualSpacing w:val="0"/>\'),e.pageBreakBefore===true',
    'e.pageBreakBefore===true',
  ],
  [
    'let m=U(e);m&&o.push(m);let T=Y(e);T&&o.push(T),e.bidi===true?o.push("<w:bidi/>"):e.bidi===false&&o.push(\'<w:bidi w:val="0"/>\'),',
    'e.bidi===true?o.push("<w:bidi/>"):e.bidi===false&&o.push(\'<w:bidi w:val="0"/>\');let m=U(e);m&&o.push(m);let T=Y(e);T&&o.push(T),e.contextualSpacing===true?o.push("<w:contextualSpacing/>"):e.contextualSpacing===false&&o.push(\'<w:contextualSpacing w:val="0"/>\'),',
  ],
  // Control and Shift turned a paragraph as soon as they were down, before the third key of a command: see turnByKeys.
  [
    'if(r.key!=="Shift"||!(r.metaKey||r.ctrlKey))return  false;let o=t.getCommands();',
    'return false;let o=t.getCommands();',
  ],
  // Enter began a plain paragraph from the left, without the weight of the letters before it.
  [
    'if(!splitBlock(t,e?l=>{a=l;}:void 0,n))return  false;if(e&&a!==null){let l$1=a;',
    'if(!splitBlockAs(nextParagraph)(t,e?l=>{a=l;}:void 0,n))return  false;if(e&&a!==null){let l$1=a;leaveSection(l$1);',
  ],
  ['t.setNodeMarkup(e,void 0,{...n.attrs,styleId:r,', 't.setNodeMarkup(e,void 0,{...withoutLook(n.attrs),styleId:r,'],
  [
    'C=new Set(["fontFamily","fontSize","textColor"])',
    'C=new Set(["fontFamily","fontSize","textColor","bold","italic","underline","strike","rtl"])',
  ],
  // Text alone does not turn a paragraph, in Word neither.
  ['y=!!t.attrs?.bidi||Xt(t);', 'y=!!t.attrs?.bidi;'],
  [
    'M=S.dataset.flexLine==="true";if(v?b>0&&L?',
    'M=S.dataset.flexLine==="true";if(y?indentFromRight(S,{first:v,start:u,end:b,flex:M},x$1):v?b>0&&L?',
  ],
  [',u>0&&(S.style.paddingRight=`${u}px`)', ',!y&&u>0&&(S.style.paddingRight=`${u}px`)'],
  [
    'O=$>0?b-$:b+B;S.style.paddingLeft=`${Math.max(0,O)}px`',
    'Z=y?u:b,O=$>0?Z-$:Z+B;S.style[y?"paddingRight":"paddingLeft"]=`${Math.max(0,O)}px`',
  ],
  ['O<0&&b>0&&(We.style.marginLeft=`${O}px`)', 'O<0&&Z>0&&(We.style[y?"marginRight":"marginLeft"]=`${O}px`)'],
  [
    'i.style.textAlign="left",i.style.boxSizing="border-box",i.style.display="inline-block"',
    'i.style.textAlign="start",i.style.paddingInlineEnd="4px",i.style.boxSizing="border-box",i.style.display="inline-block"',
  ],
  ['leftIndentPx:b,firstLineIndentPx', 'leftIndentPx:y?u:b,firstLineIndentPx', 2],
  ['lineRightEdgePx:e.width-u-C', 'lineRightEdgePx:e.width-(y?b:u)-C'],
  // A number that a program put into a run from the right was drawn apart from the letters before it: A4 as 4A.
  ['t.rtl&&e.setAttribute("dir","rtl")', 't.rtl&&turnsRun(t.text)&&e.setAttribute("dir","rtl")'],
  // The numbers of a list.
  ['let p=i&&n?_(e,i,n):null;p!=null', 'let p=markerOf(e,i&&n?_(e,i,n):null);p!=null'],
];

/** Lists: which one the buttons make, where Enter leads, and that of paragraphs on the clipboard. */
const lists: readonly Place[] = [
  // The lists 1 and 2 were taken for signs and numbers, whatever they are in the document.
  ['i$1=o.attrs.numPr?.numId===n;if(!e)', 'i$1=isItemOf(o.attrs,n===1);if(!e)'],
  [
    'd=new Set,c=i(t);return t.doc.nodesBetween',
    'd=new Set,c=i(t),L$=i$1?0:listFor(t,n===1);return t.doc.nodesBetween',
  ],
  [
    'let y=n===1;f={...u.attrs,numPr:{numId:n,ilvl:u.attrs.numPr?.ilvl||0},listIsBullet:y,listNumFmt:y?null:"decimal",listMarker:null};',
    'f={...u.attrs,...itemIn(L$,u.attrs.numPr?.ilvl||0)};',
  ],
  ['type:S.numId===1?"bullet":"numbered"', 'type:isBulletList(S)?"bullet":"numbered"'],
  // An empty item left its list from whatever level.
  [
    'a.textContent.length>0)return  false;if(t){let s=n.tr.setNodeMarkup(e.before(),void 0,{...a.attrs,numPr:null,listIsBullet:null,listNumFmt:null,listMarker:null});',
    'a.textContent.length>0)return  false;if(t){let s=n.tr.setNodeMarkup(e.before(),void 0,{...a.attrs,...movedOut(a.attrs)});',
  ],
  [
    't.paraId&&(a["data-para-id"]=t.paraId)',
    'Object.assign(a,listMark(t.numPr)),t.paraId&&(a["data-para-id"]=t.paraId)',
  ],
  [
    'return {...r,...e,alignment:e.alignment||r.alignment||void 0}',
    'return pastedParagraph(t,{...r,...e,alignment:e.alignment||r.alignment||void 0})',
  ],
  [
    'getAttrs(t){let e=parseInt(n.charAt(1));return {...st(t),',
    'getAttrs(t){let e=parseInt(n.charAt(1));return {...pastedParagraph(t,st(t)),',
  ],
];

/** Tables and suggested changes. */
const written: readonly Place[] = [
  // New tables were as wide as the text of a Letter sheet, and stuck out of that of A4.
  ['let u=9360;for(let k=a.depth;', 'let u=textWidth();for(let k=a.depth;'],
  // The lines of one cell became those of all others; rules of style sheets were written over those of pasted cells.
  ['function ce(t){for(let e of t)', 'function ce(t){if(isLinedAllOver(t))for(let e of t)'],
  ['a in r||n.style.setProperty(a,o)', 'a in r||isLineOf(n,a)||n.style.setProperty(a,o)'],
  // A table that runs from the right begins there. The sides of its cells are turned, too, and so are those that buttons name.
  ['justification:u,bidi:e.attrs.bidi||void 0', 'justification:sideOfTable(u,e.attrs.bidi),bidi:e.attrs.bidi||void 0'],
  ['return {kind:"table",id:c(),rows:n,', 'return {kind:"table",id:c(),rows:drawnRows(n,e.attrs.bidi),'],
  ['setCellBorder("left",', 'setCellBorder(edgeOfCells(f.state,"left"),'],
  ['setCellBorder("right",', 'setCellBorder(edgeOfCells(f.state,"right"),'],
  // A table without rows that the library knows has none for it, and nothing of the document was shown.
  [
    'return b.node("table",p,g)}function Ee(',
    'if(g.length===0)g.push(Ee(hiddenRow(B),n,false,t,r,S,void 0,false,s,c,0,1,Math.max(B,1),l,a,o));return b.node("table",p,g)}function Ee(',
  ],
  // Of controls within a line only check marks were drawn as such, with keys of their own.
  ['let a=Y(u,m)??p,o=m+1;', 'let a=shownControl(u)??p,o=m+1;'],
  ['W(o,e.pmStart,e.pmEnd),Ht(o,e),', 'W(o,e.pmStart,e.pmEnd),markControl(o,e),'],
  ['n.rawPropertiesXml=b(e$1)', 'n.rawPropertiesXml=wellFormed(b(e$1))'],
  // A control without a name was called by the name of its kind in the library.
  ['let m=s.alias||s.tag||s.sdtType;if(m)', 'let m=controlName(s);if(m)'],
  // The format has 32 bits for the numbers of changes.
  ['var d=Date.now();function g(){return d++}', 'var d=1e9+Date.now()%1e9;function g(){return d++}'],
];

/** With a table or a picture chosen the last tools were out of sight: the direction of paragraphs, comments, the mode. */
const bars: readonly Place[] = [
  [
    'L&&jsx(fe,{label:t("formattingBar.groups.alignment"),children:jsx(xo,{value:r.alignment||"left",onChange:ee,disabled:a})})',
    'L&&jsxs(fe,{label:t("formattingBar.groups.alignment"),children:[jsx(xo,{value:r.alignment||"left",onChange:ee,disabled:a}),!a&&directionButtons()]})',
  ],
  [
    'y&&jsx(E.TitleBarRight,{children:y()}),jsx(E.MenuBar,{})]}),jsxs(E.Toolbar,{children:[jsx(C,{}),jsx(Ra,{active:i,onClick:()=>{g(X=>!X),b(null);}}),jsx(C,{}),jsx(Pa,{mode:a,onModeChange:X=>{m(X),X==="suggesting"&&g(true);}}),',
    'jsxs(E.TitleBarRight,{children:[R,jsx(Ra,{active:i,onClick:()=>{g(X=>!X),b(null);}}),jsx(Pa,{mode:a,onModeChange:X=>{m(X),X==="suggesting"&&g(true);}})]}),jsx(E.MenuBar,{})]}),jsxs(E.Toolbar,{children:[',
  ],
  ['onClick:()=>o(!t)})]}),R]})', 'onClick:()=>o(!t)})]})]})'],
];

/** Headers and footers: a way to them, and the typing of the text. */
const stories: readonly Place[] = [
  ['handleHeaderFooterDoubleClick:i,', 'handleHeaderFooterDoubleClick:storyOpener(i),'],
  ['hdrFtrType:E,content:[{type:"paragraph",content:[]}]}', 'hdrFtrType:E,content:[firstLine()]}'],
  ['plugins:[m,...d.getPlugins(),c,a]', 'plugins:[m,...storyPlugins(e),...d.getPlugins(),c,a]'],
  // A click into the text ended the header or the footer, and what was typed then went on there.
  [
    'D.preventDefault(),D.stopPropagation(),a();return',
    'D.preventDefault(),D.stopPropagation(),a(),leaveStory(o.current,D);return',
  ],
  ['...g?[{icon:"branding_watermark"', '...storyItems(),...g?[{icon:"branding_watermark"'],
];

/** Find and replace: the letters of other keyboards are found, and what replaces keeps the look. */
const finding: readonly Place[] = [
  ['(0, a$4.findAllMatches)(u,t,o)', 'matchesIn(u,t,o)'],
  [
    'm.state.tr.replaceWith(b.pmFrom,b.pmTo,m.state.schema.text(a))',
    'm.state.tr.replaceWith(b.pmFrom,b.pmTo,textLike(m.state,b.pmFrom,a))',
  ],
  [
    'h.replaceWith(x.pmFrom,x.pmTo,b.state.schema.text(m))',
    'h.replaceWith(x.pmFrom,x.pmTo,textLike(b.state,x.pmFrom,m))',
  ],
  // One word in a locked control would have had none replaced.
  ['let i=zi(b,a,g);if(', 'let i=zi(b,a,g).filter(x=>!isLockedAt(b.state,x.pmFrom));if('],
  // The dialog was fetched when it was asked for, emptied its fields a moment after it was drawn, and took the keys 100 ms
  // later: what was typed at once went into the document, or was lost.
  [
    "Om=lazy(()=>import('./FindReplaceDialog-KU5TEIBJ.mjs'))",
    "Om=(here=>lazy(()=>here))(import('./FindReplaceDialog-KU5TEIBJ.mjs'))",
  ],
  [
    'useEffect(()=>{u?(W(K),z(""),H(E),f(null),setTimeout(()=>{I.current?.focus(),I.current?.select();},100)):',
    'beforePaint(()=>{u?(W(K),z(""),H(E),f(null),queueMicrotask(()=>{I.current?.focus(),I.current?.select();})):',
  ],
  [
    "Bm=lazy(()=>import('./HyperlinkDialog-ZYH7ZHRF.mjs'))",
    "Bm=(here=>lazy(()=>here))(import('./HyperlinkDialog-ZYH7ZHRF.mjs'))",
  ],
  ['useEffect(()=>{t&&(s?(s.bookmark?(g("bookmark")', 'beforePaint(()=>{t&&(s?(s.bookmark?(g("bookmark")'],
  [
    'useEffect(()=>{t&&setTimeout(()=>{l==="url"?Y.current?.focus():U.current?.focus();},100);}',
    'beforePaint(()=>{t&&queueMicrotask(()=>{l==="url"?Y.current?.focus():U.current?.focus();});}',
  ],
];

/** Fields, the table of contents and the size of pages. */
const pages: readonly Place[] = [
  // It was English, ran from the left, had no pages, and stood there twice when it was asked for again.
  [
    'generateTOC:()=>(e,r)=>{let a$1=a(e.doc);',
    'generateTOC:()=>(e,r)=>{return insertContents(a(e.doc),e,r);let a$1=a(e.doc);',
  ],
  ['fallback:u.attrs.displayText||"",...l', 'fallback:u.attrs.displayText||"",isRtl:isRtlField(u),...l'],
  ['case "PAGE":o=String(n.pageNumber)', 'case "PAGE":o=pageDigits(e,n.pageNumber)'],
  ['case "NUMPAGES":o=String(n.totalPages);break;case', 'case "NUMPAGES":o=pageDigits(e,n.totalPages);break;case'],
  // Days and times that a document keeps were shown as those of today, in the format of the browser.
  ['case "DATE":o=new Date()', 'case "DATE":o||=new Date()'],
  ['case "TIME":o=new Date()', 'case "TIME":o||=new Date()'],
  ['function f(i){return Math.round(i/TWIPS_PER_INCH*100)/100}', 'function f(i){return toMargin(i)}'],
  ['function x(i){return Math.round(i*TWIPS_PER_INCH)}', 'function x(i){return fromMargin(i)}'],
  ['jsx("span",{style:C,children:"in"})', 'jsx("span",{style:C,children:marginUnit()})', 4],
  ...['top', 'bottom', 'left', 'right'].map((side): Place => [
    `a("dialogs.pageSetup.${side}")}),jsx("input",{type:"number",style:y,min:0,max:10,`,
    `a("dialogs.pageSetup.${side}")}),jsx("input",{"aria-label":a("dialogs.pageSetup.${side}"),type:"number",style:y,min:0,max:25,`,
  ]),
  ['jsxs("select",{style:N,value:W,', 'jsxs("select",{"aria-label":a("dialogs.pageSetup.sizeLabel"),style:N,value:W,'],
  [
    'jsxs("select",{style:N,value:p,',
    'jsxs("select",{"aria-label":a("dialogs.pageSetup.orientation"),style:N,value:p,',
  ],
];

/** Windows narrower than a page: the text runs through them. */
const reading: readonly Place[] = [
  ['getHfPmDoc:ae}=r,ie=', 'getHfPmDoc:ae}=inFlow(r),ie='],
  ['a=c(o.doc,{theme:F$1,pageContentHeight:ie})', 'a=flowed(c(o.doc,{theme:F$1,pageContentHeight:ie,keeps:true}))'],
  // Comments and changes lie over a narrow window, one at a time, and do not push the page out of it.
  ['return w&&$.push(`translateX(', 'return w&&innerWidth>860&&$.push(`translateX('],
  [
    'jsx("div",{style:{...V,transition:U},children:I.render({isExpanded:M',
    'jsx("div",{"data-expanded":M||I.isTemporary===true,style:{...V,transition:U},children:I.render({isExpanded:M',
  ],
  ['renderPages(Re.pages,i.current,{pageGap:m,', 'renderPages(Re.pages,i.current,{pageGap:gapOf(m),'],
  ['let Pe=yn(Re,m);', 'let Pe=yn(Re,gapOf(m));'],
  ['Re,ue,me,m),Q=i.current', 'Re,ue,me,gapOf(m)),Q=i.current'],
];

/** Mends @eigenpal/docx-editor 1.9.0 at the places above. */
export const mendedEditor = (): Plugin =>
  mendedLibrary({
    name: 'vite.editor.ts',
    library: /@eigenpal\/docx-editor-(react|core)\/dist\/(?:(?:editor|utils)\/)?[\w-]+\.mjs/,
    places: [
      ...typing,
      ...walks,
      ...cards,
      ...keeping,
      ...paragraphs,
      ...lists,
      ...written,
      ...words,
      ...bars,
      ...stories,
      ...finding,
      ...pages,
      ...reading,
    ],
    helpers,
  });

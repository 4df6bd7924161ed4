import { useState } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { TextTile } from '~/kit/text-tile';
import type { Entry } from '../listing/entry';
import { editingText } from '../view/marks';
import { Operation, Fact, Facts, Trail } from './facts';
import { useTile } from '../listing/thumbnails';
import { typeName } from '../listing/type-name';

/** Of the picture, in px: it stands in a frame of 176. */
const WIDTH = 256;

type Props = { spaceId: string; file: Entry; trail: readonly string[] };

export function FileDetails({ spaceId, file, trail }: Props) {
  return (
    <div className="grid gap-6">
      <Picture spaceId={spaceId} file={file} />
      {file.editing && (
        <p className="rounded-control bg-warning-soft px-4 py-2.5 font-medium text-pretty">{editingText(file)}</p>
      )}
      <Facts>
        <Fact name={t('files.type')}>{typeName(file.type, file.name)}</Fact>
        <Fact name={t('files.size')}>{size(file.size)}</Fact>
        <Trail steps={trail} />
        <Operation name={t('files.modifiedAt')} at={file.modifiedAt} by={file.modifiedBy} />
        <Operation name={t('files.createdAt')} at={file.createdAt} by={file.createdBy} />
      </Facts>
    </div>
  );
}

function Picture({ spaceId, file }: { spaceId: string; file: Entry }) {
  const { url, lines } = useTile(spaceId, file, WIDTH);
  const [failed, setFailed] = useState(false);
  if (lines !== null) {
    return (
      <div className="relative h-44 overflow-hidden rounded-card bg-sunken">
        <TextTile text={lines} type={file.type} className="absolute inset-0" />
      </div>
    );
  }
  return (
    <div className="grid h-44 place-items-center overflow-hidden rounded-card bg-sunken">
      {url && !failed ? (
        <img src={url} alt="" className="size-full object-contain" onError={() => setFailed(true)} />
      ) : (
        <FileIcon type={file.type} size="lg" />
      )}
    </div>
  );
}

import { useState } from 'react';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import type { Entry } from '../listing/entry';
import { useThumbnail } from '../listing/thumbnails';

/** In CSS pixels, of rows with one line and with two. */
const sides = { sm: 28, md: 36 } as const;

type Props = { spaceId: string; entry: Entry; size: keyof typeof sides };

/** The picture of a photo or a video at its name. Pages of documents are all alike at this size, and have their icon. */
export function RowPicture({ spaceId, entry, size }: Props) {
  const pictured = entry.hasThumbnail && (entry.type === 'image' || entry.type === 'video');
  return pictured ? (
    <Thumbnail key={`${entry.id} ${entry.versionId}`} spaceId={spaceId} entry={entry} size={size} />
  ) : (
    <FileIcon type={entry.type} size={size} />
  );
}

function Thumbnail({ spaceId, entry, size }: Props) {
  const url = useThumbnail(spaceId, entry, sides[size]);
  const [failed, setFailed] = useState(false);
  if (!url || failed) return <FileIcon type={entry.type} size={size} />;
  return (
    <img
      src={url}
      alt=""
      draggable={false}
      decoding="async"
      onError={() => setFailed(true)}
      className={cx(
        'shrink-0 bg-sunken object-cover ring-1 ring-line',
        size === 'sm' ? 'size-7 rounded-md' : 'size-9 rounded-lg',
      )}
    />
  );
}

import type { ReactNode } from 'react';
import { ArchiveDialog } from './archive-dialog';
import type { Kind } from './api';
import { BucketDialog } from './bucket-dialog';
import { CloudDialog } from './cloud-dialog';
import type { Start } from './draft';
import { WebdavDialog } from './webdav-dialog';

type Props = { kind: Kind; start: Start; onClose: () => void };

/** The steps that begin an import from a kind of source. */
export function BeginDialog({ kind, ...rest }: Props): ReactNode {
  switch (kind) {
    case 'nextcloud':
      return <CloudDialog {...rest} />;
    case 'bucket':
      return <BucketDialog {...rest} />;
    case 'webdav':
      return <WebdavDialog {...rest} />;
    default:
      return <ArchiveDialog key={kind} kind={kind} {...rest} />;
  }
}

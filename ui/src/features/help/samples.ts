import type { PlainKey } from '~/i18n';

/** What the samples are filled with; the token is the reader's own. */
export interface Place {
  readonly origin: string;
  readonly spaceId: string;
  readonly rootId: string;
}

export interface Sample {
  readonly id: string;
  readonly title: PlainKey;
  readonly code: string;
}

const authorized = 'curl -fsS -H "Authorization: Bearer $TOKEN"';

/** Commands of a shell that run in this order; e2e/help.spec.ts runs them. */
export const listSamples = ({ origin, spaceId, rootId }: Place): readonly Sample[] => [
  {
    id: 'setup',
    title: 'help.sampleSetup',
    code: `ANBAR=${origin}\nTOKEN=anb_…\nSPACE=${spaceId}\nROOT=${rootId}`,
  },
  { id: 'spaces', title: 'help.sampleSpaces', code: `${authorized} "$ANBAR/api/storage/workspaces"` },
  {
    id: 'folder',
    title: 'help.sampleFolder',
    code: `${authorized} -H 'Content-Type: application/json' \\
  -d '{"parent_id": "'$ROOT'", "directory_name": "Reports"}' \\
  "$ANBAR/api/storage/space/$SPACE/directory"`,
  },
  {
    id: 'upload',
    title: 'help.sampleUpload',
    code: `echo 'Hello' > hello.txt\n${authorized} -T hello.txt \\
  "$ANBAR/api/upload/file?space_id=$SPACE&directory_id=$ROOT&relative_path=Reports&key=hello.txt"`,
  },
  {
    id: 'list',
    title: 'help.sampleList',
    code: `${authorized} "$ANBAR/api/storage/space/$SPACE/directory/$ROOT?limit=50"`,
  },
  {
    id: 'search',
    title: 'help.sampleSearch',
    code: `${authorized} "$ANBAR/api/storage/space/$SPACE/directory/$ROOT/search?query=hello"`,
  },
  {
    id: 'download',
    title: 'help.sampleDownload',
    code: `${authorized} -o copy.txt "$ANBAR/dav/$SPACE/Reports/hello.txt"`,
  },
  {
    id: 'delete',
    title: 'help.sampleDelete',
    code: `${authorized} -X DELETE "$ANBAR/dav/$SPACE/Reports/hello.txt"`,
  },
];

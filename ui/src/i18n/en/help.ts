import type { Dict } from '../types';

export const help = {
  title: 'Help',
  text: 'Everyday use of Anbar, in short. These pages also open without a connection.',
  topics: 'Help topics',
  all: 'All topics',
  neighbors: 'Previous and next topic',

  start: 'First steps',
  startText: 'Where files are, and how to add, find and open them',
  startWhere: 'Where files are',
  startWhereText:
    'A workspace has shared files, which its members see by their roles, and a My Drive for each member. Others see only what you share from your My Drive.',
  startUpload: 'Upload',
  startUploadText:
    'Drag files or folders onto the page, or choose them under New. If the connection is lost, uploads wait and go on from where they were.',
  startFind: 'Search',
  startFindText:
    'Search looks in names and in the texts of documents. Ctrl+K (⌘K on a Mac) opens the command palette, which finds every page, file and action, even with the wrong keyboard layout.',
  startOpen: 'View and edit',
  startOpenText:
    'Pictures, videos, PDFs and office documents open in the browser. Edit Word documents and spreadsheets right here; while someone is editing, others see their name.',

  sharing: 'Sharing',
  sharingText: 'With people, or by a link',
  sharingPeople: 'With people',
  sharingPeopleText:
    'Choose Share in the menu of a file or folder and enter the person’s email. They get access to that item only and can’t share it further. What others share with you is under Shared with me.',
  sharingLink: 'By a download link',
  sharingLinkText:
    'A download link opens a file or folder for someone without an account. It can have an expiry date, a password, a list of emails or a download limit, or allow viewing only. A link from “Copy link” works for a week.',
  sharingEnd: 'When access stops',
  sharingEndText:
    'A link stops working when it is deleted, when its item moves to the trash, or when you lose the permission to share. The page Download links lists all links and how often they were opened.',

  boxes: 'Upload boxes',
  boxesText: 'Get files from someone without an account',
  boxesWhat: 'What a box does',
  boxesWhatText:
    'With an upload box, others put files into your folder without an account, and don’t see what’s in it. Senders get a receipt for each file.',
  boxesMake: 'Creating a box',
  boxesMakeText:
    'Create a box on the page Upload boxes or in the Share dialog of a folder, and send its address. It stays open from 30 minutes to 6 months, and can ask for a password or limit the size and type of files.',
  boxesCode: 'With a code',
  boxesCodeText: 'You can give the code of the box instead of its address. The sender enters it at /u on this server.',

  offline: 'Without a connection',
  offlineText: 'Install the app, and work until the connection is back',
  offlineInstall: 'Install it on a device',
  offlineInstallText: 'Over HTTPS, a browser can install Anbar like an app on a computer or phone.',
  offlineFiles: 'Offline files',
  offlineFilesText:
    'Choose “More”, “Make available offline” in a file’s menu, and it opens without a connection. The page Offline files lists these files; update them or remove them from the device there.',
  offlineWork: 'While you’re offline',
  offlineWorkText:
    'A bar at the top says so. What you typed in an editor stays on this device and is saved when the connection is back; uploads wait, too.',
  offlineOut: 'When you sign out',
  offlineOutText: 'Signing out removes your files from this browser.',

  devices: 'Devices',
  devicesText: 'Sync with the Nextcloud apps, or a drive by WebDAV',
  devicesSync: 'Sync folders',
  devicesSyncText:
    'Install the Nextcloud app, enter the address of this server in it, and allow it in the browser. The app doesn’t see your password.',
  devicesDrive: 'A drive in the file manager',
  devicesDriveText:
    'By WebDAV, a workspace opens like a drive on Windows, macOS and Linux. Your account password isn’t accepted there; create a password for each device.',
  devicesLost: 'A lost device',
  devicesLostText:
    'Disconnect it in your account settings under Devices, and it loses access right away. “Wipe…” also asks its app to delete its copies.',
  devicesOpen: 'Connect a device',

  versions: 'Versions and trash',
  versionsText: 'Back to before a change or a deletion',
  versionsUndo: 'Undo',
  versionsUndoText: 'For 30 seconds after you move, rename or delete something, Undo or Ctrl+Z takes it back.',
  versionsKept: 'Earlier versions',
  versionsKeptText:
    'Replacing a file and saving in an editor make a new version, and the earlier one stays. View, download or restore versions in the details of a file. How many are kept depends on the limits of the workspace.',
  versionsTrash: 'Trash',
  versionsTrashText:
    'Deleted items go to the trash and can be restored until their time is up. Each one shows how many days are left.',
  versionsRewind: 'Rewind',
  versionsRewindText: 'View a folder as it was at an earlier moment, and restore it to that.',

  keys: 'Keys',
  keysText: 'Keyboard shortcuts',
  keysNote: 'In a list of files, press ? to see all keys that work there.',
  keysEverywhere: 'Everywhere',
  keysList: 'In a list of files',
  keyPalette: 'Command palette',
  keySearch: 'Search',
  keyAll: 'All keys',
  keyOpen: 'Open',
  keyUp: 'Parent folder',
  keySelectAll: 'Select all',
  keyNewFolder: 'New folder',
  keyUpload: 'Upload files',
  keyUploadFolder: 'Upload a folder',
  keyShare: 'Share',
  keyDownload: 'Download',
  keyRename: 'Rename',
  keyFavorite: 'Add to favorites',
  keyCopy: 'Cut, copy, paste',
  keyDelete: 'Delete',
  keyUndo: 'Undo',
  keyView: 'List or grid',

  api: 'API',
  apiText: 'Work with files from apps and scripts',
  apiStart: 'Before you start',
  apiStartText:
    'Create a token and put it where anb_… is. A token gives access to files only, not to your account, and you can revoke it at any time.',
  apiTokens: 'Create a token',
  apiSpace: 'Workspace in the samples',
  apiSamples: 'Samples',
  apiSamplesText: 'Run them in this order in bash or zsh, with curl.',
  apiCopy: 'Copy the sample “{title}”',
  apiCopied: 'Copied',
  sampleSetup: 'Address and token',
  sampleSpaces: 'My workspaces',
  sampleFolder: 'Create a folder',
  sampleUpload: 'Upload a file',
  sampleList: 'List a folder',
  sampleSearch: 'Search',
  sampleDownload: 'Download',
  sampleDelete: 'Move to the trash',
  apiRules: 'Good to know',
  apiRulesJson: 'Requests and answers are JSON; times are RFC 3339 in UTC, and sizes are bytes.',
  apiRulesErrors: 'An error has an error_code and a message. 401 means that the token wasn’t accepted.',
  apiRulesWait: '429 means too many requests: send again after the time in Retry-After.',
  apiRulesPages: 'Lists have pages: send page_info.next as cursor until it is null.',
  apiReference: 'Reference',
  apiReferenceText: 'All calls with what they take and return.',
  apiDocs: 'Reference of the calls',
  apiDocument: 'OpenAPI document',

  server: 'Running the server',
  serverText: 'The documents for administrators',
  document: 'Document',
} as const satisfies Dict['help'];

import type * as Server from './types.gen';

export type {
  DocumentSummary,
  KeySentence,
  SheetSummary,
  ActivityDetail,
  BundleResult,
  CopyResult,
  CustomField,
  CustomFieldValue,
  Failure,
  PastEntry,
  RewindChange,
  InvitationPreview,
  RewindPreview,
  SearchResults,
  TaskResult,
  UploadResult,
  UploadState,
  BoxList,
  LinkList,
} from './types.gen';
export type EditorTemplate = Server.EditorTemplate;
export type EditorTemplates = Server.EditorTemplates;
export type PageInfo = Server.PageInfo;
export type Person = Server.Person;
export type PathStep = Server.PathStep;
export type ItemPlace = Server.ItemPlace;
export type FileVersion = Server.FileVersion;
export type Session = Server.Session;
export type Tokens = Server.TokenPair;
/** The tokens of a session, or the methods of the second step with its token. */
export type LoginResult = Server.LoginResult;
/** Work that costs a person nothing, and a robot's thousand tries much. */
export type Challenge = Server.CaptchaChallenge;
export type ResetTarget = Server.ResetTarget;
/** A recent addition to an account by which a person or a program can sign in. */
export type Added = Server.AccountAdded;
export type Permission = Server.PermissionRule;
export type Directory = Server.Directory;
export type File = Server.File;
export type Space = Server.Space;
export type User = Server.User;
/** A browser that is not asked for the second step. */
export type Device = Server.Device;
/** A provider by which people sign in. */
export type Provider = Server.ProviderView;
/** A key of one of the user's devices. */
export type Passkey = Server.PasskeyView;
/** An account at a provider by which the user signs in here. */
export type Identity = Server.IdentityView;
/** A token by which a program acts for the user; without workspaces it is valid in all of theirs. */
export type ApiToken = Server.APIToken;
export type ConnectedDevice = Server.ConnectedDevice;
export type DeviceLogin = Server.DeviceLogin;
/** Something that touched the security of an account. */
export type AuditEvent = Server.AuditEvent;
/** A kind of second step that is on. */
export type TwoFactorMethod = Server.TwoFactorMethod;
export type Promotion = Server.Promotion;
export type SetupInfo = Server.Setup;
export type Moved = Server.Moved;
/** The address of a file's content, and how to show it. */
export type Preview = Server.PreviewResult;
export type Activity = Server.Activity;
export type TeamActivity = Server.TeamActivity;
/** The consequences of a member's departure: data that goes, stays or needs a decision. */
export type Departure = Server.DepartureResult;

/** Something that others reach too. */
export type TargetView = Server.TargetView;
export type TicketSummary = Server.TicketSummary;
export type GuestSpace = Server.GuestSpace;
/** `user` is null until an invited person accepts. */
export type Member = Server.MemberView;
export type CustomRole = Server.CustomRole;
/** `user` is null until a person proves that the address is theirs. */
export type Guest = Server.GuestView;
export type AccessEntry = Server.AccessEntry;
export type AccessList = Server.AccessList;
export type ExposedItem = Server.ExposedItem;
export type Exposure = Server.ExposureReport;
/** A stretch of time as people say it. */
export type Duration = Server.Duration;
/** The workspace as visitors of its links and boxes see it. */
export type WorkspaceSummary = Server.WorkspaceSummary;
/** A link by which visitors download files. */
export type Link = Server.LinkView;
/** One visit by a link. */
export type LinkOpening = Server.LinkOpening;
/** The public information of a link, and the content for visitors who passed its checks. */
export type SharedLink = Server.SharedLink;
/** What one opening of a link gives a visitor: to look and to download, for some hours. */
export type LinkGrant = Server.SharedGrant;
export type SharedListing = Server.SharedListing;
export type SharedMatches = Server.SharedMatches;
/** A folder that visitors may upload files into. */
export type Box = Server.BoxView;
/** A file uploaded through a box; `target` is null when it has been deleted. */
export type BoxFile = Server.BoxFileView;
/** The public information of an upload box. */
export type OpenBox = Server.OpenBox;
export type BoxVisit = Server.BoxVisit;
export type Receipt = Server.UploadReceipt;
export type PublicSpace = Server.PublicSpace;

/** One page of a directory. */
export type Listing = Server.DirectoryListing;
/** A page of entries from the whole workspace, each with its path. */
export type FoundListing = Server.FoundList | Server.UsedList;
/** The trash data of an item; items inside a trashed directory have none. */
export type Trashed = Pick<
  Server.TrashedFile,
  'trashed_at' | 'trashed_by' | 'original_path' | 'original_directory_id' | 'removed_at' | 'days_left'
>;

/** A document for the page that edits it. */
export type EditorOpened = Server.EditorOpened;
export type EditorSaved = Server.EditorSaved;
export type LeaseHolder = Server.LeaseHolder;
/** Someone edits a file. */
export type Editing = Server.Editing;

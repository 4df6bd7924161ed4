import type * as Server from './types.gen';

export type {
  ActivityDetail,
  BundleResult,
  CopyResult,
  CustomField,
  CustomFieldValue,
  Failure,
  PastEntry,
  RewindChange,
  RewindPreview,
  SearchResults,
  UploadResult,
  UploadState,
  BoxList,
  LinkList,
} from './types.gen';
export type PageInfo = Server.PageInfo;
export type Person = Server.Person;
export type PathStep = Server.PathStep;
export type FileVersion = Server.FileVersion;
export type Session = Server.Session;
export type Tokens = Server.TokenPair;
/** The tokens of a session, or what the second step may be and the token that it is taken with. */
export type LoginResult = Server.LoginResult;
/** Work that costs a person nothing, and a robot's thousand tries much. */
export type Challenge = Server.CaptchaChallenge;
export type ResetTarget = Server.ResetTarget;
/** Something that was added to an account lately and lets somebody or a program in. */
export type Added = Server.AccountAdded;
export type Permission = Server.PermissionRule;
export type Directory = Server.Directory;
export type File = Server.File;
export type Space = Server.Space;
export type User = Server.User;
/** A browser that is not asked for the second step. */
export type Device = Server.Device;
/** Who vouches for people. */
export type Provider = Server.ProviderView;
/** A key of one of the person's devices. */
export type Passkey = Server.PasskeyView;
/** An account elsewhere that signs the person in here. */
export type Identity = Server.IdentityView;
/** What lets a program in, in the name of the person; without workspaces into all of theirs. */
export type ApiToken = Server.APIToken;
/** Something that touched the security of an account. */
export type AuditEvent = Server.AuditEvent;
/** A kind of second step that is on. */
export type TwoFactorMethod = Server.TwoFactorMethod;
export type Promotion = Server.Promotion;
export type SetupInfo = Server.Setup;
export type Moved = Server.Moved;
/** Where a content lies and how to show it. */
export type Preview = Server.PreviewResult;
export type Activity = Server.Activity;
/** What goes, stays or has to be decided when a member goes. */
export type Departure = Server.DepartureResult;

/** Something that others reach too. */
export type TargetView = Server.TargetView;
export type GuestSpace = Server.GuestSpace;
/** `user` is null for who was asked in. */
export type Member = Server.MemberView;
export type CustomRole = Server.CustomRole;
/** `user` is null until somebody proves that the address is theirs. */
export type Guest = Server.GuestView;
export type AccessEntry = Server.AccessEntry;
export type AccessList = Server.AccessList;
export type ExposedItem = Server.ExposedItem;
export type Exposure = Server.ExposureReport;
/** A stretch of time as people say it. */
export type Duration = Server.Duration;
/** Whose page a visitor is on. */
export type WorkspaceSummary = Server.WorkspaceSummary;
/** A link by which people from outside download something. */
export type Link = Server.LinkView;
/** Somebody came by a link. */
export type LinkOpening = Server.LinkOpening;
/** What a link says to whoever has its address, and what it gives to who may enter. */
export type SharedLink = Server.SharedLink;
export type SharedGrant = Server.SharedGrant;
/** A folder that people from outside may put files into. */
export type Box = Server.BoxView;
/** What came in by a box; `target` is null when it is not there any more. */
export type BoxFile = Server.BoxFileView;
/** What a box says to whoever has its code. */
export type OpenBox = Server.OpenBox;
export type BoxVisit = Server.BoxVisit;
export type Receipt = Server.UploadReceipt;
export type PublicSpace = Server.PublicSpace;

/** One page of a directory. */
export type Listing = Server.DirectoryListing;
/** A page of things from all over a workspace, each with the way to it. */
export type FoundListing = Server.FoundList | Server.UsedList;
/** What is known of an item that lies in the trash; of what is inside a trashed directory nothing is. */
export type Trashed = Pick<
  Server.TrashedFile,
  'trashed_at' | 'trashed_by' | 'original_path' | 'original_directory_id' | 'removed_at' | 'days_left'
>;

// Made from the API's document by `make golden`; not to be edited.

export interface APIToken {
  /** network address of the last use */
  address: string;
  created_at: string;
  expires_at: string | null;
  /** the last characters of its secret */
  hint: string;
  last_used: string | null;
  may_write: boolean;
  name: string;
  /** it opens only these; all workspaces of its user when empty */
  spaces: Array<APITokenSpace>;
  /** the secret, once */
  token?: string;
  token_id: string;
}

export interface APITokenList {
  tokens: Array<APIToken>;
}

export interface APITokenSpace {
  space_id: string;
  title: string;
}

export interface AcceptResult {
  /** of single items, and no member */
  guest: boolean;
  space_id: string;
}

export interface Accepted {
  task_id: string;
}

export interface AccessEntry {
  /** number of users in the role, or of openings of the link */
  count: number;
  created_at: string | null;
  email: string;
  kind: 'owner' | 'role' | 'custom_role' | 'guest' | 'link' | 'box' | 'public';
  /** null unless the caller may delete links */
  link_id: string | null;
  may_revoke: boolean;
  name: string;
  permissions: Array<PermissionRule>;
  person: Person | null;
  role: string;
  /** id of the custom role, or of the guest entry */
  role_id: string | null;
  upload_id: string | null;
  /** the directory that the access comes from; null for the item itself */
  via: TargetView | null;
}

export interface AccessList {
  entries: Array<AccessEntry>;
  /** the caller may give others a role on it */
  may_share: boolean;
  prevent_sharing_non_members: boolean;
  target: TargetView;
}

export interface AccountAdded {
  /** false for second steps when no older one would remain, so that a reset link alone cannot bypass two-step login */
  can_end: boolean;
  created_at: string;
  /** for a provider its name in the configuration, for a second step its method */
  id: string;
  kind: 'api_token' | 'passkey' | 'provider' | 'second_step';
  /** for a provider the address there, for a second step the masked address or number that gets its codes */
  name: string;
}

export interface AccountEnded {
  id: string;
  kind: string;
}

export interface AccountWays {
  methods: Array<'password' | 'passkey' | 'totp' | 'email' | 'sms' | 'static'>;
}

export interface AccountsActiveIn {
  token: string;
}

export interface AccountsCheckResetIn {
  token: string;
}

export interface AccountsEmailIn {
  email: string;
}

export interface AccountsForgotIn {
  captcha?: string;
  login: string;
}

export interface AccountsLoginIn {
  captcha?: string;
  login: string;
  password: string;
}

export interface AccountsMeIn {
  first_name?: string;
  /** the user has seen the tour */
  is_onboarded?: boolean;
  language?: 'fa' | 'en' | 'fa-ir' | 'en-us';
  last_name?: string;
  /** empty: as the device has it */
  theme?: '' | 'light' | 'dark';
}

export interface AccountsMobileIn {
  /** 11 digits that begin with 09 */
  mobile: string;
}

export interface AccountsPasswordIn {
  /** empty when there is none yet */
  current_password?: string;
  new_password: string;
}

export interface AccountsProfileIn {
  /** as PUT …/me/email-verification takes it */
  email?: string;
  first_name?: string;
  last_name?: string;
  /** as PUT …/me/mobile-verification takes it */
  mobile?: string;
  promotion_code?: string;
}

export interface AccountsReauthenticateIn {
  code?: string;
  method: 'password' | 'totp' | 'email' | 'sms' | 'static';
  password?: string;
}

export interface AccountsResetIn {
  /** the additions to remove */
  end?: Array<AccountEnded>;
  password: string;
  token: string;
}

export interface AccountsSetupIn {
  email: string;
  first_name: string;
  /** fa or en; fa by default */
  language?: string;
  last_name: string;
  password: string;
  /** whether plans are sold; by default as the setting selling says */
  selling?: boolean;
  token: string;
  workspace_title: string;
}

export interface AccountsSignupIn {
  captcha?: string;
  email?: string;
  first_name: string;
  invitation?: string;
  language?: string;
  last_name: string;
  mobile?: string;
  password: string;
}

export interface AccountsVerifyIn {
  /** the six digits that were sent */
  token: string;
}

export interface AccountsWayIn {
  method: 'email' | 'sms';
}

export interface Activity {
  action: string;
  activity_id: string;
  after: ActivityDetail | null;
  at: string;
  before: ActivityDetail | null;
  done_by: Person;
  /** of the directory that the target lay in */
  path: string;
  target: ActivityTarget;
}

export interface ActivityDetail {
  access?: string;
  action?: string;
  at?: string;
  content?: string;
  name?: string;
  number?: number;
  path?: string;
  size?: number;
  title?: string;
}

export interface ActivityList {
  activities: Array<Activity>;
  page_info: PageInfo;
}

export interface ActivityTarget {
  /** its current directory, or its directory at that moment when it is gone */
  directory_id: string | null;
  /** whether it can still be opened */
  exists: boolean;
  id: string | null;
  /** its name at that moment */
  name: string;
  type: 'file' | 'directory' | 'workspace' | 'custom_field' | 'member' | 'role';
}

export interface AddressStep {
  /** of a request that the server sent to that address; empty for not yet */
  arrival: '' | 'here' | 'elsewhere' | 'silent';
  /** that the address shows; null without HTTPS, or when nobody has looked yet */
  certificate: Certificate | null;
  /** an administrator set it aside, and it was not done since */
  dismissed: boolean;
  /** SHA-256 of the certificate of the internal authority; empty without one */
  fingerprint: string;
  /** the request for this answer came to that address */
  here: boolean;
  /** who does HTTPS: nobody here, the internal authority, a public one */
  mode: 'off' | 'internal' | 'acme';
  /** addresses at which other machines of the network reach the server */
  near: Array<string>;
  state: 'done' | 'open' | 'broken' | 'looking';
  /** where the server does HTTPS, or would */
  tls_port: string;
  /** where links of mails lead */
  url: string;
  /** the error of it, in English; empty for none */
  words: string;
}

export interface AdminCheck {
  /** of what was found, for programs */
  code: string;
  /** what was found */
  found: Array<Piece>;
  level: 'ok' | 'warning' | 'wrong' | 'skipped';
  /** empty where nothing is to be mended */
  mend: Array<Piece>;
  /** a word for the check, for programs */
  name: string;
  /** the values in it */
  params: Array<Param>;
  /** name of the check */
  title: Array<Piece>;
  /** it matters */
  why: Array<Piece>;
}

export interface AdminConnections {
  /** where a provider has to send users back to, with {id} */
  callback: string;
  google: GoogleSetting;
  mail: MailSetting;
  onlyoffice: OfficeSetting;
  providers: Array<ProviderSetting>;
  sms: SMSSetting;
  wopi: WopiSetting;
}

export interface AdminCopies {
  copies: BackupState;
  /** the rehearsal that staff can ask for; null without a target */
  drill: AdminJob | null;
  /** the last rehearsals of a restore, the newest first */
  drills: Array<AdminDrill>;
  /** the copy that staff can ask for; null without a target */
  job: AdminJob | null;
  /** the clock of the server */
  now: string;
  /** null when no contents are away */
  restore: RestoreState | null;
  /** the recovery sheet that copies are sealed with; null for none */
  sheet: AdminSheet | null;
  /** contents that leave the disk, as nobody reads them; null without a target while all are there */
  tier: TierState | null;
}

export interface AdminCounts {
  /** whose last run failed */
  jobs: number | null;
  /** that were given up */
  messages: number | null;
  /** of these the ones whose time is over */
  overdue: number | null;
  /** that wait to be confirmed */
  payments: number | null;
  /** that wait for an answer */
  tickets: number | null;
}

export interface AdminDirectory {
  directory_id: string;
  files: number;
  size: number;
}

export interface AdminDrill {
  began_at: string;
  /** that were read back and hashed */
  bytes: number;
  /** how the call of the URL for good rehearsals went: ok, or why not; empty for none */
  call: string;
  /** that the database names which came back */
  contents: number;
  drill_id: number;
  /** null while it goes on */
  ended_at: string | null;
  /** the first ones */
  findings: Array<DrillFlaw>;
  /** how many findings there are */
  found: number;
  /** how many of them are over */
  healed: number;
  kind: 'nightly' | 'asked';
  /** of the copy that came back; null for none */
  moment: string | null;
  /** that are in the list of the target with their sizes */
  objects: number;
  /** healed: what was found was sent again and proven; stopped: it came to no end */
  outcome: 'running' | 'good' | 'healed' | 'failed' | 'stopped';
  /** large contents that were on their way */
  pending: number;
  /** share of the bytes at the target that were read back within 30 days, 0 to 1 */
  proven: number;
  /** from the second target */
  second: boolean;
  /** files that a second appliance on the copy gave out as they are here; 0 for a rehearsal without one */
  served: number;
  /** it was proven that everything can be restored */
  whole: boolean;
}

export interface AdminExamination {
  /** of the last examination since the start */
  checks: Array<AdminCheck>;
  examined_at: string | null;
  /** that examines */
  job: AdminJob | null;
  /** to be ready, as GET /ready says */
  lacks: Array<string>;
}

export interface AdminFirstLink {
  token: string;
  /** of the page with that token, for a day */
  url: string;
}

export interface AdminFound {
  results: Array<AdminResult>;
}

export interface AdminImport {
  /** rows without an error */
  good: number;
  rows: Array<AdminImportRow>;
  sent: boolean;
}

export interface AdminImportRow {
  email: string;
  /** a key of the catalogue */
  error?: string;
  field?: '' | 'email' | 'name' | 'language';
  language: string;
  line: number;
  name: string;
}

export interface AdminJob {
  /** of that time; empty when it went well */
  error: string;
  /** seconds between two runs */
  every: number;
  /** times in a row */
  failed: number;
  name: string;
  next_at: string | null;
  running: boolean;
  /** since the server started */
  runs: number;
  /** the last time; null before the first one since the server started */
  started_at: string | null;
  /** seconds, the last time that it ended */
  took: number;
}

export interface AdminJobs {
  jobs: Array<AdminJob>;
  /** the clock of the server */
  now: string;
}

export interface AdminMembership {
  /** bytes of My Drive, without versions */
  my_drive: number;
  role: string;
  space_id: string;
  /** bytes of the workspace */
  storage: number;
  title: string;
}

export interface AdminNewSheet {
  appliance: string;
  /** numbers of the two groups that are asked back, from 0 */
  ask: Array<number>;
  /** the same as the text of a QR code */
  code: string;
  /** the secret: groups of letters */
  lines: Array<Array<string>>;
  made_at: string;
  name: string;
  /** empty without one */
  target: string;
  /** names it in the next call */
  ticket: string;
}

export interface AdminOwner {
  email: string;
  name: string;
  user_id: string;
}

export interface AdminPayment {
  applied_at: string | null;
  /** where to transfer the money to, while it is pending */
  bank?: Bank;
  buyer: Party;
  created_at: string;
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  discount_code: string;
  /** of the same */
  ends_at: string | null;
  extra_storage: number;
  /** what buyers call the provider http, if it is one of those below */
  gateway?: GatewayName;
  /** an order that nothing was paid for is given up then */
  held_until: string;
  intent: 'create' | 'create_auto' | 'renew' | 'upgrade';
  /** their amounts sum to the total */
  lines: Array<Line>;
  /** null until it is paid; a trial has none */
  number: string | null;
  paid_at: string | null;
  payment_id: string;
  /** where the payer pays; in the answer of the call that begins the payment with a gateway */
  payment_page?: string;
  period: 'daily' | 'weekly' | 'monthly' | 'yearly';
  plan: Plan;
  provider: '' | 'transfer' | 'zarinpal' | 'stripe' | 'http' | 'none';
  /** with which it can be paid */
  providers: Array<string>;
  /** why the payment was refused, or the order was given up by staff */
  reason: string;
  /** content type of the receipt; null when none came */
  receipt_type: string | null;
  reference: string;
  /** null unless the amount was given back */
  refund: RefundInfo | null;
  seller: Party;
  /** when the receipt came */
  sent_at: string | null;
  space_id: string | null;
  /** of the time that was bought; null before it is applied */
  starts_at: string | null;
  status: 'draft' | 'pending' | 'paid' | 'applied' | 'failed' | 'void' | 'refunded';
  /** payments of an invoice that another one had paid; they have to be given back */
  surplus: Array<Surplus>;
  total: number;
  trial: boolean;
  user: PaymentUser;
  users_count: number;
  /** null before it is made */
  workspace: InvoiceSpace | null;
}

export interface AdminPayments {
  page_info: PageInfo;
  payments: Array<AdminPayment>;
}

export interface AdminPeople {
  page_info: PageInfo;
  people: Array<AdminPerson>;
}

export interface AdminPerson {
  email: string;
  first_name: string;
  joined_at: string;
  last_name: string;
  mobile: string;
  /** of the last use of a session; null for never */
  seen_at: string | null;
  staff: '' | 'administrator' | 'support' | 'finance' | 'auditor';
  state: 'active' | 'disabled' | 'erasing' | 'erased';
  two_step: boolean;
  /** many failed sign-ins, or a copied token, within a week */
  unusual: boolean;
  user_id: string;
  workspaces: number;
}

export interface AdminPersonMade {
  user_id: string;
}

export interface AdminPersonPage {
  email: string;
  email_verified: boolean;
  /** why the erasure stands still: a key of the catalogue */
  erase_problem?: string;
  first_name: string;
  joined_at: string;
  language: 'fa' | 'en';
  last_name: string;
  memberships: Array<AdminMembership>;
  mobile: string;
  mobile_verified: boolean;
  passkeys: boolean;
  /** of the last use of a session; null for never */
  seen_at: string | null;
  sessions: Array<AdminSession>;
  staff: '' | 'administrator' | 'support' | 'finance' | 'auditor';
  state: 'active' | 'disabled' | 'erasing' | 'erased';
  /** bytes of My Drive in all workspaces, without versions */
  storage: number;
  tokens: Array<AdminPersonsToken>;
  two_step: boolean;
  two_step_methods: Array<string>;
  /** nobody has been able to sign in yet */
  unopened: boolean;
  /** many failed sign-ins, or a copied token, within a week */
  unusual: boolean;
  user_id: string;
  workspaces: number;
}

export interface AdminPersonsToken {
  /** of the last use */
  address: string;
  created_at: string;
  expires_at: string | null;
  /** false: it only reads */
  may_write: boolean;
  name: string;
  token_id: string;
  used_at: string | null;
}

export interface AdminPlan {
  advanced_search: boolean;
  ai_agent: 'disabled' | 'summarize' | 'full';
  custom_fields: number;
  /** for a month */
  extra_storage_per_gig_price: number;
  /** 0 is any number */
  max_users_to_activate: number;
  min_users_to_activate: number;
  name: 'unlimited' | 'free' | 'standard' | 'professional' | 'business' | 'growth' | 'enterprise' | 'premium';
  /** null for the unlimited plan of an appliance that sells nothing */
  plan_id: string | null;
  /** for a month, in the smallest unit of the currency */
  price_per_user: number;
  priority_support: 'off' | 'basic' | 'growth' | 'professional' | 'enterprise';
  restore_days: number;
  /** bytes; 0 is any number */
  storage: number;
  /** 36500 is for ever */
  timeline_days: number;
  title_en: string;
  title_fa: string;
  version: number;
  /** versions of a file; 0 is any number */
  versioning: number;
  /** not for sale */
  withdrawn: boolean;
  /** on this plan, in all its versions */
  workspaces: number;
}

export interface AdminPlanChoice {
  /** bytes that it has on any plan */
  bonus: number;
  /** with the terms that were bought; null for none */
  current: Plan | null;
  custom_fields: number;
  ends_at: string | null;
  /** GiB beside those of the current plan */
  extra_storage: number;
  members: number;
  /** the newest version of each, withdrawn ones too */
  plans: Array<Plan>;
  /** to send with the choice */
  seen: string;
  storage_used: number;
  /** of the current plan */
  users_count: number;
}

export interface AdminPlans {
  plans: Array<AdminPlan>;
}

export interface AdminResult {
  created_at?: string | null;
  email?: string;
  id: string;
  kind: 'person' | 'workspace' | 'file' | 'directory' | 'link' | 'box' | 'invoice' | 'ticket' | 'discount' | 'event';
  modified_at?: string | null;
  /** who made it */
  owner?: string;
  place?: '' | 'shared' | 'my' | 'trash' | 'my_trash';
  size?: number;
  space_id?: string;
  space_title?: string;
  state?: string;
  /** name of a person, title of a workspace, number or short code of an invoice, action of an event; empty for contents */
  title: string;
}

export interface AdminRevenue {
  /** that were paid in, and the one that is shown */
  currencies: Array<string>;
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  /** the oldest first; the last one is not over */
  months: Array<AdminRevenueMonth>;
}

export interface AdminRevenueMonth {
  discounts: number;
  /** the start of the next one */
  ends_at: string;
  /** that were paid, without trials */
  invoices: number;
  month: number;
  /** paid without refunds */
  net: number;
  /** without discounts, and with tax */
  paid: number;
  plans: Array<AdminRevenuePart>;
  providers: Array<AdminRevenuePart>;
  /** refunds */
  refunded: number;
  /** their sum */
  refunds: number;
  starts_at: string;
  tax: number;
  /** of the calendar that was asked for */
  year: number;
}

export interface AdminRevenuePart {
  discounts: number;
  /** that were paid, without trials */
  invoices: number;
  name: string;
  /** paid without refunds */
  net: number;
  /** without discounts, and with tax */
  paid: number;
  /** refunds */
  refunded: number;
  /** their sum */
  refunds: number;
  tax: number;
}

export interface AdminSession {
  address: string;
  created_at: string;
  device: string;
  /** how the person signed in: password, passkey, …; empty when it is not known */
  method: string;
  session_id: string;
  used_at: string;
}

export interface AdminSettings {
  editors: EditorsSetting;
  imports: ImportsSetting;
  limits: LimitsSetting;
  signup: SignupSetting;
  summaries: SummariesSetting;
  tier: TierSetting;
}

export interface AdminSheet {
  /** when somebody last showed that they have it */
  checked_at: string;
  /** that was more than a year ago */
  due: boolean;
  /** those of this appliance are, and those of others that are there, too, are not: they stay */
  foreign: boolean;
  made_at: string;
  /** as it is printed on the sheet */
  name: string;
  /** they are being sealed with it, and what was there before is still there */
  resealing: boolean;
  /** the copies at the target are sealed with it */
  sealed: boolean;
}

export interface AdminUse {
  directories: number;
  files: number;
  /** bytes of the newest versions */
  heads: number;
  /** bytes; all could be freed */
  trash: number;
  /** files and directories in the trash */
  trashed: number;
  /** bytes of the versions before; all could be freed */
  versions: number;
}

export interface AdminWorkspace {
  members: number;
  owner: AdminOwner;
  /** name of the plan; unlimited for none */
  plan: string;
  plan_ends_at: string | null;
  /** of a deleted one */
  restorable_until: string | null;
  space_id: string;
  state: 'active' | 'frozen' | 'expired' | 'deleted';
  /** bytes; 0 is none */
  storage_limit: number;
  storage_used: number;
  title: string;
}

export interface AdminWorkspacePage {
  /** of the last change in the shared files */
  active_at: string | null;
  created_at: string;
  frozen_reason?: string;
  /** directories of the shared files, without their names */
  largest: Array<AdminDirectory>;
  /** 0 is none */
  member_limit: number;
  members: number;
  /** set by staff; 0 is none */
  node_limit: number;
  /** that holds, from node_limit and the storage; 0 is none */
  node_most: number;
  /** files and directories, those in the trash too */
  nodes: number;
  owner: AdminOwner;
  /** name of the plan; unlimited for none */
  plan: string;
  plan_ends_at: string | null;
  /** of a deleted one */
  restorable_until: string | null;
  space_id: string;
  state: 'active' | 'frozen' | 'expired' | 'deleted';
  /** bytes; 0 is none */
  storage_limit: number;
  storage_used: number;
  title: string;
  use: AdminUse;
}

export interface AdminWorkspaces {
  page_info: PageInfo;
  workspaces: Array<AdminWorkspace>;
}

export interface ApitokensConnectIn {
  may_write?: boolean;
  name: string;
}

export interface ApitokensCreateIn {
  /** never without */
  expires_at?: string;
  may_write?: boolean;
  name: string;
  /** all when empty */
  space_ids?: Array<string>;
}

export interface AppearanceResult {
  avatar_url: string | null;
  organization_title: string;
  primary_color: string;
  secondary_color: string;
}

export interface Attention {
  /** of the backup: the last one; of rehearsals: since when; of the recovery sheet: when it was last seen; of the certificate: its end */
  at: string | null;
  /** of the things; 0 where it says nothing */
  count: number;
  kind: 'disk' | 'backup_failed' | 'backup_late' | 'backup_second_failed' | 'backup_second_late' | 'drill_failed' | 'drill_late' | 'restore_stalled' | 'sheet_due' | 'jobs' | 'tickets' | 'messages' | 'certificate' | 'payments' | 'sign_ins' | 'plans_ending' | 'quotas' | 'backup_none' | 'mail_none' | 'first_steps';
}

export interface AuditAccount {
  _id: string;
  email?: string;
  name: string;
}

export interface AuditCheck {
  /** number of events read, up to the first altered one */
  events: number;
  intact: boolean;
}

export interface AuditDetail {
  before?: string;
  count?: number;
  email?: string;
  method?: string;
  mobile?: string;
  name?: string;
  reason?: string;
  role?: string;
  space?: string;
}

export interface AuditEvent {
  action: string;
  address: string;
  at: string;
  /** the account that caused it; null for the server itself, or for an unknown caller */
  by: AuditAccount | null;
  detail: AuditDetail;
  device: string;
  /** SHA-256 of the hash before and of this event, in hexadecimal */
  hash?: string;
  number: number;
  /** the account that the event concerns; null for none */
  user: AuditAccount | null;
}

export interface AuditList {
  events: Array<AuditEvent>;
  page_info: PageInfo;
}

export interface AuthenticatorSecret {
  /** otpauth URL, to show as a QR code */
  otpauth_url: string;
  /** secret to type by hand, in Base32 */
  secret: string;
}

export interface BackupState {
  /** seconds since then; null for not yet */
  age: number | null;
  /** every content from before then is at the target */
  contents_at: string | null;
  /** when the target last had every change of the database */
  database_at: string | null;
  failing: boolean;
  /** when objects at this target were first read back */
  first_read_at: string | null;
  /** seconds that earlier moments can be restored */
  keep: number;
  /** null where no other machine may take over while this one runs */
  lease: LeaseState | null;
  /** objects at the target that are damaged or missing and are not here any more */
  lost: number;
  on: boolean;
  /** large contents on their way */
  pending: number;
  /** gone: the target is not there; foreign: it holds the copies of another appliance; taken: another appliance took it over; lost: objects there are damaged and not here any more; sealed: they are sealed, and the keys are not here; rollback: the target showed an older state */
  problem: '' | 'failed' | 'gone' | 'foreign' | 'taken' | 'lost' | 'sealed' | 'rollback' | 'late';
  /** when it was last known that nothing is missing there but what is pending */
  proven_at: string | null;
  /** since then every object that was at the target was read back and hashed */
  read_back_since: string | null;
  /** they are to be sealed anew, and what was there before is still there */
  resealing: boolean;
  /** id of the recovery sheet that the copies there are sealed with; empty for none */
  sealed: string;
  /** the second target, in the same words; null where there is none */
  second: BackupState | null;
  target: string;
  /** the last error at the target, in English; empty when all is well */
  words: string;
}

export interface Bank {
  bank: string;
  card: string;
  holder: string;
  iban: string;
}

export interface BaseVersion {
  directory_id: string;
  file_id: string;
  size: number;
  version_id: string;
}

export interface Basis {
  credit: number;
  /** seconds */
  left: number;
  /** seconds */
  period: number;
  plan: number;
  storage: number;
}

export interface Batch {
  directory_ids?: Array<string>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface BillingChangeIn {
  discount_code?: string;
  extra_storage?: number;
  payment_id: string;
  period?: '' | 'daily' | 'weekly' | 'monthly' | 'yearly';
  plan_id?: string;
  users_count?: number;
}

export interface BillingOrderIn {
  discount_code?: string;
  /** GiB */
  extra_storage?: number;
  intent?: '' | 'create' | 'create_auto' | 'renew' | 'upgrade';
  period?: '' | 'daily' | 'weekly' | 'monthly' | 'yearly';
  plan_id: string;
  space_id?: string;
  trial?: boolean;
  users_count?: number;
}

export interface BillingSetBuyerIn {
  buyer: Party;
  space_id: string;
}

export interface BoxFileList {
  files: Array<BoxFileView>;
  page_info: PageInfo;
}

export interface BoxFileView {
  at: string;
  hash: string;
  /** the file name as the visitor sent it */
  name: string;
  /** the time when it moves to the trash */
  remove_at: string | null;
  size: number;
  /** null when it is deleted, or the caller may not read it */
  target: TargetView | null;
  visitor: BoxVisitorView;
}

export interface BoxList {
  boxes: Array<BoxView>;
  page_info: PageInfo;
}

export interface BoxView {
  allowed_file_types: Array<string>;
  created_at: string;
  created_by: Person;
  description: string;
  directory_id: string;
  emails: Array<string>;
  expire_at: string;
  files_count: number;
  files_size: number;
  has_password: boolean;
  last_file_at: string | null;
  last_modified_at: string;
  max_file_size: number | null;
  per_visitor: boolean;
  retention: Duration | null;
  space_id: string;
  status: 'active' | 'expired' | 'dead';
  /** without name and path when the caller may not read it */
  target: TargetView;
  title: string;
  upload_id: string;
  url: string;
}

export interface BoxVisit {
  directory_id: string;
  expires_at: string;
  space_id: string;
  /** the bearer token of the upload calls */
  token: string;
}

export interface BoxVisitorView {
  address: string;
  /** confirmed by a code; empty when none was asked for */
  email: string;
  name: string;
}

export interface Bucket {
  bucket_name: string;
  created_at: string | null;
}

export interface BucketAccount {
  access_key: string;
  endpoint: string;
  region: string;
}

export interface BucketConnectIn {
  access_key: string;
  endpoint: string;
  region?: string;
  secret_key: string;
}

export interface BucketImport {
  import_id: string;
  /** equal to object_done only when all is here */
  object_count: number;
  object_done: number;
}

export interface BucketList {
  buckets: Array<Bucket>;
  total: number;
}

export interface BundleEntry {
  error_code?: string;
  file?: File;
  key: string;
  outcome?: 'created' | 'renamed' | 'version' | 'replaced' | 'skipped';
  relative_path: string;
  status: number;
}

export interface BundleResult {
  results: Array<BundleEntry>;
}

export interface CannedText {
  canned_id: string;
  text: string;
  title: string;
}

export interface CaptchaChallenge {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

export interface Certificate {
  ends_at: string | null;
  issuer: string;
  /** who signed it: an authority that this machine trusts, the internal one, or another one */
  kind: 'public' | 'own' | 'other';
  /** none: the address shows no certificate */
  problem: '' | 'self_signed' | 'untrusted' | 'wrong_name' | 'expired' | 'soon' | 'none';
  /** the error, in English; empty for none */
  words: string;
}

export interface ConnectedDevice {
  /** network address of the last request */
  address: string;
  /** it keeps copies that it deletes when told to */
  can_wipe: boolean;
  client: 'nextcloud_desktop' | 'nextcloud_android' | 'nextcloud_ios' | 'rclone' | 'davfs2' | 'gvfs' | 'finder' | 'explorer' | 'office' | 'cyberduck' | 'other';
  created_at: string;
  /** its last request, to the minute */
  last_sync: string | null;
  /** user name for its password, once */
  login?: string;
  may_write: boolean;
  name: string;
  /** Windows, macOS, Linux, Android, iOS, or empty */
  system: string;
  /** the secret, which is its password, once */
  token?: string;
  token_id: string;
  /** of the client, as it says; empty when unknown */
  version: string;
  wipe_asked_at: string | null;
  /** when it said that it deleted its copies */
  wiped_at: string | null;
}

export interface ConnectedDeviceList {
  devices: Array<ConnectedDevice>;
}

export interface ConsoleCheckSheetIn {
  /** all letters of the sheet, in any form, or the text of its QR code */
  key: string;
}

export interface ConsoleConfirmSheetIn {
  /** the two that are asked back, in order */
  groups: Array<string>;
  ticket: string;
}

export interface ConsoleImportIn {
  /** a line of headers and up to 1000 rows; headers in Persian or English: email, first name, last name, language */
  csv: string;
  send?: boolean;
}

export interface ConsoleInviteIn {
  email: string;
  /** of the mail */
  language?: '' | 'fa' | 'en';
}

export interface ConsoleLimitsIn {
  members: number;
  nodes: number;
  storage: number;
}

export interface ConsoleMakeIn {
  email?: string;
  first_name: string;
  /** send no link; an administrator hands over a first link */
  hand?: boolean;
  language?: '' | 'fa' | 'en';
  last_name: string;
  mobile?: string;
}

export interface ConsoleSignupIn {
  mode: 'open' | 'invited' | 'closed';
}

export interface ConsoleSummariesIn {
  /** the one that is kept stays when absent */
  key?: string;
  model: string;
  remove_key?: boolean;
  url: string;
}

export interface ConsoleTestIn {
  language: 'fa' | 'en';
  /** address or mobile number */
  to: string;
}

export interface CopiesFound {
  name: string;
  /** null when they are not complete */
  until: string | null;
}

export interface CopiesStep {
  copies: BackupState;
  /** an administrator set it aside, and it was not done since */
  dismissed: boolean;
  /** the last rehearsal of a restore that came to its end; null for none */
  proof: CopyProof | null;
  /** a rehearsal goes on */
  running: boolean;
  /** the target is on the disk of the data */
  same_disk: boolean;
  state: 'done' | 'open' | 'broken' | 'looking';
}

export interface CopyProof {
  at: string;
  /** that were read back and hashed */
  bytes: number;
  /** what was found, if anything, was sent again and proven */
  good: boolean;
  /** that were seen at the target with their sizes */
  objects: number;
  /** it was proven that everything can be restored */
  whole: boolean;
}

export interface CopyResult {
  directories: number;
  files: number;
  skipped: number;
  /** of a task that still runs; the counts follow when it is done */
  task_id?: string;
}

export interface CurrentPlan {
  can_renew: boolean;
  can_upgrade: boolean;
  ends_at: string | null;
  /** GiB beside those of the plan */
  extra_storage: number;
  /** from then on nothing can be written */
  locked_at: string | null;
  members: number;
  /** who can change the plan */
  owner: PlanOwner;
  period: '' | 'daily' | 'weekly' | 'monthly' | 'yearly';
  plan: Plan;
  starts_at: string | null;
  status: 'unlimited' | 'free' | 'trial' | 'active' | 'grace' | 'expired';
  storage_used: number;
  use: PlanUse;
  /** users that were bought; 0 is any number */
  users_count: number;
}

export interface CustomField {
  created_at: string;
  created_by: Person;
  description: string;
  last_modified_at: string;
  space_custom_field_id: string;
  space_id: string;
  title: string;
  type: 'text' | 'link';
  /** directories and files that have a value */
  uses: number;
}

export interface CustomFieldList {
  custom_fields: Array<CustomField>;
}

export interface CustomFieldValue {
  content: string;
  space_custom_field_id: string;
}

export interface CustomRole {
  built_in: boolean;
  created_at: string;
  created_by: Person;
  edited_at: string;
  edited_by: Person;
  members: Array<RoleHolder>;
  name: string;
  permissions: Array<PermissionRule>;
  role_id: string;
  targets: Array<TargetView>;
}

export interface CustomRoleList {
  roles: Array<CustomRole>;
}

export interface DeleteDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody {
  download_id: string;
}

export interface DeleteDownloadSpaceSpaceIdLinksBody {
  download_id: string;
}

export interface DeleteRoleV1SpaceSpaceIdChangeMembersBody {
  /** addresses or ids */
  members: Array<string>;
  role_id: string;
}

export interface DeleteRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody {
  targets: Array<RolesTargetIn>;
}

export interface DeleteRoleV1SpaceSpaceIdGuestUsersBody {
  role_ids: Array<string>;
}

export interface DeleteRoleV1SpaceSpaceIdWorkspaceMembersBody {
  /** addresses or ids */
  members: Array<string>;
  my_drive?: MembersDecisionIn;
}

export interface DeleteRoleV1SpaceSpaceIdWorkspaceMembersInvitationBody {
  /** that is invited */
  email: string;
}

export interface DeleteStorageWorkspaceSpaceIdBody {
  title: string;
}

export interface DeleteUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody {
  upload_id: string;
}

export interface DepartureResult {
  boxes: number;
  custom_roles: Array<MemberRole>;
  guests: number;
  links: number;
  member: MemberView;
  my_drive: LeftDrive;
  role: string;
}

export interface DesktopCode {
  redirect: string;
}

export interface Device {
  address: string;
  device_id: string;
  last_used: string;
  name: string;
  remembered_until: string;
}

export interface DeviceAllowed {
  /** URL that hands the token over; empty when the device fetches it itself */
  redirect: string;
}

export interface DeviceHome {
  /** null for a person without a workspace */
  space_id: string | null;
}

export interface DeviceList {
  devices: Array<Device>;
}

export interface DeviceLogin {
  /** network address that it asks from */
  address: string;
  client: 'nextcloud_desktop' | 'nextcloud_android' | 'nextcloud_ios' | 'rclone' | 'davfs2' | 'gvfs' | 'finder' | 'explorer' | 'office' | 'cyberduck' | 'other';
  created_at: string;
  expires_at: string;
  /** of the device, as it says */
  name: string;
  /** that is the address of this call, too */
  same_address: boolean;
  /** Windows, macOS, Linux, Android, iOS, or empty */
  system: string;
}

export interface Difference {
  after: string;
  /** empty for nothing, and for a secret */
  before: string;
  /** as it is sent; source is where the connection comes from */
  field: string;
}

export interface Directory {
  created_at: string;
  created_by: Person;
  current_permissions: Array<PermissionRule>;
  custom_fields: Array<FieldValue>;
  directories_count: number;
  directory_id: string;
  directory_path: string;
  files_count: number;
  has_upload_box: boolean;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  name: string;
  parent_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
}

export interface DirectoryListing {
  directories: Array<Directory>;
  /** directories among page_info.total; they come first */
  directories_total: number;
  directory: Directory;
  files: Array<File>;
  /** the moment of the list, for a selection of all of it */
  listed_at: string;
  page_info: PageInfo;
  path: Array<PathStep>;
}

export interface DirectoryProperties {
  created_at: string;
  created_by: Person;
  current_permissions: Array<PermissionRule>;
  custom_fields: Array<FieldValue>;
  directories_count: number;
  directory_id: string;
  directory_path: string;
  files_count: number;
  has_upload_box: boolean;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  name: string;
  parent_id: string | null;
  path: string;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  steps: Array<PathStep>;
}

export interface Discount {
  amount: number;
  /** the most that a percentage takes off; 0 is any amount */
  cap: number;
  code: string;
  ends_at: string | null;
  first_only: boolean;
  /** 0 when amount counts */
  percent: number;
  /** names; all when empty */
  plans: Array<string>;
  starts_at: string | null;
  used: number;
  /** 0 is any number */
  uses: number;
  withdrawn: boolean;
}

export interface DiscountList {
  discounts: Array<Discount>;
  page_info: PageInfo;
}

export interface DocumentSummary {
  form: 'none' | 'sentences' | 'outline' | 'tables';
  language: '' | 'fa' | 'en';
  /** what the places of sentences count */
  places: 'none' | 'pages' | 'slides';
  /** why it failed: interrupted, or an error_code */
  problem: string;
  /** how many tasks are begun until this one is; 0 when it is not waiting */
  queue_place: number;
  /** key sentences, in the order of the document */
  sentences: Array<KeySentence>;
  /** of a workbook */
  sheets: Array<SheetSummary>;
  status: 'generating' | 'done' | 'none' | 'failed';
  /** null before the first start */
  task_id: string | null;
  /** that a model wrote, so far while it is generating; plain text */
  text: string;
  /** of the slides of a presentation */
  titles: Array<KeySentence>;
  version_id: string;
  /** whether a model may write about it */
  written: SummaryOffer;
}

export interface DownloadsZipIn {
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
  name?: string;
  space_id: string;
}

export interface DrillFlaw {
  /** how many contents need the object; of a folder, how many entries differ */
  contents: number;
  /** it is over, and that was proven */
  healed: boolean;
  /** of the object at the target; empty for none */
  key: string;
  kind: 'target' | 'room' | 'lists' | 'database' | 'old' | 'problem' | 'folder' | 'missing' | 'size' | 'damaged' | 'uncovered' | 'keys' | 'appliance' | 'more';
  /** hashes of the first of them */
  some: Array<string>;
  /** the error, in English; may be empty */
  words: string;
}

export interface Duration {
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  value: number;
}

export interface Editing {
  name: string;
  since: string;
  user_id: string;
  via: 'embedded' | 'onlyoffice' | 'wopi' | 'google' | 'webdav' | 'sync';
}

export interface EditorEngine {
  /** those that it opens when no engine is named */
  default_for: Array<string>;
  engine: 'embedded' | 'onlyoffice' | 'wopi' | 'google';
  /** of the files that it edits */
  extensions: Array<string>;
}

export interface EditorEngines {
  engines: Array<EditorEngine>;
}

export interface EditorKeptKey {
  /** of AES-256-GCM, in Base64 */
  key: string;
}

export interface EditorLease {
  /** unless it is renewed; ping each 20 seconds */
  expires_at: string;
  lease_id: string;
}

export interface EditorOpened {
  base_version_id: string;
  /** of onlyoffice, for the page that /editor/onlyoffice/frame answers */
  config?: OfficeConfig;
  /** signed address of the bytes of that version */
  content_url: string;
  /** of onlyoffice */
  document_server_url?: string;
  engine: 'embedded' | 'onlyoffice' | 'wopi' | 'google';
  file_name: string;
  /** of wopi, for the page that /editor/wopi/frame answers */
  frame?: WopiFrame;
  /** someone else who edits the file now */
  holder: LeaseHolder | null;
  /** that version is the current one */
  is_head: boolean;
  kind: 'word' | 'cell' | 'slide';
  lease: EditorLease | null;
  mode: 'edit' | 'view';
  /** why it is only shown, as an error_code; empty when it is edited or was opened to be read */
  reason: string;
  size: number;
}

export interface EditorSaved {
  directory_id: string;
  file_id: string;
  /** of that file, to go on with; of a copy it is a new one */
  lease: EditorLease | null;
  name: string;
  outcome: 'saved' | 'same' | 'copy' | 'kept';
  space_id: string;
  version_id: string;
}

export interface EditorTemplate {
  content_type: string;
  directory_id: string;
  file_id: string;
  file_name: string;
  /** a small picture of it is ready */
  has_thumbnail: boolean;
  kind: 'word' | 'cell' | 'slide';
  version_id: string;
}

export interface EditorTemplates {
  /** null when none is chosen, and for those who may not read it */
  folder: TemplateFolder | null;
  /** 200 at most */
  templates: Array<EditorTemplate>;
}

export interface EditorsCopyIn {
  directory_id: string;
  file_id: string;
  /** that of the file when absent; it gets a number when it is taken */
  name?: string;
  space_id: string;
  /** that of the file when absent, or My Drive for those who may not add to it */
  to_directory_id?: string;
}

export interface EditorsCreateIn {
  directory_id: string;
  file_type: 'docx' | 'xlsx' | 'pptx';
  /** of the interface that it is made in; that of the account when absent */
  language?: 'fa' | 'en';
  /** in the language when absent; it gets a number when it is taken */
  name?: string;
  space_id: string;
  /** a docx begins with it; empty when absent */
  template?: 'letter' | 'minutes' | 'contract' | 'invoice';
}

export interface EditorsGoogleCreateIn {
  directory_id: string;
  file_type: 'docx' | 'xlsx' | 'pptx';
  /** of the interface that it is made in; that of the account when absent */
  language?: 'fa' | 'en';
  /** in the language when absent; it gets a number when it is taken */
  name?: string;
  space_id: string;
}

export interface EditorsGoogleLinkIn {
  code: string;
  state: string;
}

export interface EditorsSaveAsIn {
  directory_id: string;
  file_name: string;
  /** extension, such as docx or pdf */
  file_type: string;
  /** the name of the document that was open */
  from_file_name?: string;
  space_id: string;
  /** where the office server keeps it */
  url: string;
}

export interface EditorsSetting {
  cell: 'embedded' | 'onlyoffice' | 'wopi';
  slide: 'embedded' | 'onlyoffice' | 'wopi';
  word: 'embedded' | 'onlyoffice' | 'wopi';
}

export interface ExposedItem {
  created_at: string | null;
  created_by: Person | null;
  /** that a box belongs to */
  directory_id: string | null;
  /** null unless the caller may delete links */
  download_id: string | null;
  emails_count: number;
  expire_at: string | null;
  has_password: boolean;
  items: Array<TargetView>;
  /** it opens nothing while the account of its creator is disabled */
  paused: boolean;
  /** my: on the My Drive of its creator, without title and items */
  place: 'shared' | 'my';
  title: string;
  upload_id: string | null;
  used_count: number;
}

export interface ExposureReport {
  access: 'private' | 'public';
  boxes: Array<ExposedItem>;
  guests: Array<GuestView>;
  links: Array<ExposedItem>;
  prevent_sharing_non_members: boolean;
  public_files: Array<TargetView>;
}

export interface Failure {
  /** tries that are left before the step has to be begun again */
  attempts_left?: number;
  captcha?: CaptchaChallenge;
  /** name of the person who wrote last in the ticket */
  changed_by?: string;
  /** names that clash, with what may be decided about each */
  duplicates?: Array<FilesConflict>;
  /** of whom the failure is about: as it was sent */
  email?: string;
  /** a key of the catalogue, or an object of field names with lists of keys */
  error_code: string | Record<string, Array<string>>;
  /** with `link_expired`: when the link or box expired */
  expired_at?: string;
  /** with `storage_size_limit`: bytes that your own unfinished uploads hold in this workspace; the file would fit without them */
  held?: number;
  holder?: LeaseHolder;
  item?: FilesSubject;
  /** with `not_ready`: database (it takes no writes), store (contents cannot be stored), disk (new files are refused), copies (those at the backup target are old), lease (another machine took over, or may have) */
  lacks?: Array<string>;
  message: string;
  /** ranges of parts that did not come: the first, and the one behind the last */
  missing?: Array<Array<number>>;
  /** of a server error, as in the log */
  request_id?: string;
  /** why it goes on no more: ended (on another device or by staff), expired, or copied */
  session?: string;
  /** with `link_expired` and `link_limit_reached`: name of the creator */
  shared_by?: string;
  /** what the failure is about */
  target_id?: string;
  workspace?: WorkspaceSummary;
}

export interface FieldValue {
  content: string;
  space_custom_field_id: string;
}

export interface FieldsDefineIn {
  description?: string;
  space_id: string;
  title: string;
  type: 'text' | 'link';
}

export interface FieldsUnsetIn {
  id: string;
  space_custom_field_id: string;
  space_id: string;
  type: 'file' | 'directory';
}

export interface FieldsValueIn {
  content: string;
  id: string;
  space_custom_field_id: string;
  space_id: string;
  type: 'file' | 'directory';
}

export interface File {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  hash: string;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  version_id: string;
  version_number: number;
}

export interface FileDetails {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  hash: string;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  path: Array<PathStep>;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  version_id: string;
  version_number: number;
}

export interface FileProperties {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  file_versioning: Array<FileVersion>;
  hash: string;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  path: Array<PathStep>;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  version_id: string;
  version_number: number;
}

export interface FileVersion {
  content_type: string;
  created_at: string;
  created_by: Person;
  hash: string;
  is_head: boolean;
  number: number;
  size: number;
  version_id: string;
}

export interface FilesByPathIn {
  cursor?: string;
  limit?: number;
  page?: number;
  path: string;
  sort?: string;
  space_id: string;
}

export interface FilesChoiceIn {
  action: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  id: string;
  new_name?: string;
  type: 'file' | 'directory';
}

export interface FilesConflict {
  actions: Array<'rename' | 'version' | 'replace' | 'merge' | 'skip'>;
  directory_id: string;
  id: string;
  name: string;
  path: string;
  type: 'file' | 'directory';
}

export interface FilesSubject {
  id: string;
  type: 'file' | 'directory';
}

export interface FirstSteps {
  address: AddressStep;
  copies: CopiesStep;
  file: SettingsFile;
  /** steps that are open or broken, and not set aside */
  left: number;
  /** when the address and the mail server were last asked; null for not since the start */
  looked_at: string | null;
  mail: MailStep;
  people: PeopleStep;
}

export interface FirststepsDismissIn {
  /** all steps that are set aside: address, mail, copies, people */
  dismissed: Array<string>;
}

export interface Follows {
  /** what is shown is what was there then, by the clock of the main server */
  as_of: string;
  /** of the main server */
  name: string;
}

export interface FoundDirectory {
  created_at: string;
  created_by: Person;
  current_permissions: Array<PermissionRule>;
  custom_fields: Array<FieldValue>;
  directories_count: number;
  directory_id: string;
  directory_path: string;
  files_count: number;
  has_upload_box: boolean;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  name: string;
  parent_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  steps: Array<PathStep>;
}

export interface FoundList {
  directories: Array<FoundDirectory>;
  files: Array<FileDetails>;
  page_info: PageInfo;
}

export interface FoundMembers {
  members: Array<MemberView>;
}

export interface Gateway {
  merchant_id: string;
  /** not offered to buyers; payments under way are still settled */
  off?: boolean;
  /** empty for that of Zarinpal itself */
  url: string;
}

export interface GatewayName {
  en: string;
  fa: string;
}

export interface GoogleAccount {
  /** staff set this up */
  available: boolean;
  /** empty without an account */
  email: string;
  linked_at: string | null;
  /** Google takes it no more: connect it again */
  lost: boolean;
  /** that lie in its Drive now */
  open_documents: number;
}

export interface GoogleClient {
  /** a server in place of Google, for tests; empty for Google */
  base_url?: string;
  /** empty for none */
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
}

export interface GoogleClosed {
  /** empty of one that is not known any more */
  file_name: string;
  /** of that; a copy or a kept file is the one that goes on */
  outcome: '' | 'saved' | 'same' | 'copy' | 'kept';
  /** why the last look at Google failed, as an error_code; it is tried again */
  problem: string;
  /** when what was typed at Google became a version last */
  saved_at: string | null;
  /** new before it was sent; closing while Google does not answer */
  status: 'new' | 'open' | 'closing' | 'closed';
}

export interface GoogleLeg {
  leg: 'client' | 'drive';
  milliseconds: number;
  passed: boolean;
  /** why not, as an error_code; empty when it passed */
  reason: string;
}

export interface GoogleLinked {
  email: string;
  /** page of this site to go on at; empty when it was begun in the settings */
  redirect_to: string;
}

export interface GoogleOpened {
  editor_id: string;
  file_id: string;
  /** page of this site that shows its state, and leads to Google */
  link: string;
}

export interface GooglePage {
  auth_url: string;
}

export interface GoogleSetting {
  /** address that has to be entered at Google as the one to redirect to */
  callback: string;
  /** it is not used: its secret has to be entered again */
  lost: boolean;
  source: 'none' | 'console';
  value: GoogleClient;
}

export interface GoogleStarted {
  /** where the person connects their Google account; they come back to this document */
  auth_url: string;
  directory_id: string;
  file_id: string;
  file_name: string;
  kind: 'word' | 'cell' | 'slide';
  /** of the document at Google, to be opened in a tab of its own; empty before the account is connected */
  link: string;
  space_id: string;
}

export interface GoogleState {
  file_id: string;
  /** empty of one that is not known any more */
  file_name: string;
  /** of that; a copy or a kept file is the one that goes on */
  outcome: '' | 'saved' | 'same' | 'copy' | 'kept';
  /** why the last look at Google failed, as an error_code; it is tried again */
  problem: string;
  /** when what was typed at Google became a version last */
  saved_at: string | null;
  space_id: string;
  /** new before it was sent; closing while Google does not answer */
  status: 'new' | 'open' | 'closing' | 'closed';
}

export interface GoogleTest {
  /** the last one failed unless all passed */
  legs: Array<GoogleLeg>;
  passed: boolean;
}

export interface Growth {
  /** of the forecast, which is made each hour; null while the first one is being made */
  at: string | null;
  /** of workspaces; the list ends at 200 */
  count: number;
  /** that were noted, 90 at most */
  days: number;
  /** workspaces that will be full within 14 days, whatever end of the range counts */
  filling: number;
  /** the fastest first */
  kinds: Array<KindGrowth>;
  /** the soonest full first; empty for those who may not read the area workspaces */
  workspaces: Array<WorkspaceGrowth>;
}

export interface GuestItem {
  role: string;
  role_id: string;
  shared_at: string;
  shared_by: Person;
  target: TargetView;
}

export interface GuestList {
  guests: Array<GuestView>;
  page_info: PageInfo;
}

export interface GuestSpace {
  avatar_url: string | null;
  guest: boolean;
  items: Array<GuestItem>;
  organization_title: string;
  primary_color: string;
  secondary_color: string;
  space_id: string;
  title: string;
}

export interface GuestSpaceList {
  page_info: PageInfo;
  workspaces: Array<GuestSpace>;
}

export interface GuestView {
  created_at: string;
  created_by: Person;
  email: string;
  /** the role is on a directory above the item */
  inherited: boolean;
  is_member: boolean;
  role: 'editor' | 'organizer' | 'viewer';
  role_id: string;
  /** null when it has left the place where it was shared */
  target: TargetView | null;
  /** null until a user verifies the address */
  user: Person | null;
}

export interface HTTPGateway {
  /** the amount in the answer, which then has to be the one that was asked for */
  amount_path: string;
  /** where the answer has the gateway's name for the payment, as data.0.id */
  authority_path: string;
  /** in which it counts; Rial also takes orders in Toman */
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  /** only answered */
  has_secret?: boolean;
  /** of both requests, as Name: value; {secret} may stand in them */
  headers: Array<string>;
  /** not offered to buyers; payments under way are still settled */
  off?: boolean;
  /** where the answer has the URL of the page where the buyer pays */
  page_path: string;
  /** or that URL itself, with {authority} */
  page_url: string;
  /** the values that mean paid, also when it was asked before */
  paid: Array<string>;
  /** where the answer says that */
  paid_path: string;
  /** of the buyer's return: the one that has the gateway's name for the payment */
  parameter: string;
  /** the payment_id in the answer, which then has to be the same */
  payment_path: string;
  /** the reference for the buyer */
  reference_path: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before */
  secret?: string;
  /** registers a payment */
  start: HTTPRequest;
  title_en: string;
  /** what buyers call it */
  title_fa: string;
  /** the values that mean not paid; every other answer says nothing */
  unpaid: Array<string>;
  /** where it says that it is not paid; empty: the same */
  unpaid_path: string;
  /** asks whether a payment is paid */
  verify: HTTPRequest;
}

export interface HTTPRequest {
  /** JSON when it begins with a brace, else a form */
  body: string;
  method: 'POST' | 'GET' | 'PUT';
  url: string;
}

export interface Health {
  status: string;
  version: string;
  /** text_messages: the hourly limit of text messages is reached */
  warnings?: Array<string>;
}

export interface Holiday {
  /** 2026-03-21 */
  day: string;
  name: string;
}

export interface IdentityList {
  identities: Array<IdentityView>;
}

export interface IdentityView {
  created_at: string;
  /** as the provider tells it */
  email: string;
  last_used: string | null;
  provider: string;
  title: string;
}

export interface Import {
  bytes: number;
  bytes_done: number;
  /** items of the source that are known */
  count: number;
  created_at: string;
  created_by: Person;
  /** items that are read now */
  current: Array<ImportCurrent>;
  /** that the files go into; null when it is gone or not visible */
  directory_id: string | null;
  /** names with slashes; empty for the root */
  directory_path: string;
  /** of them that are dealt with */
  done: number;
  ended_at: string | null;
  failed: number;
  import_id: string;
  kind: 'bucket' | 'nextcloud' | 'webdav' | 'takeout' | 'user_migration' | 'archive' | 'folder';
  /** links to items at the source */
  links: number;
  /** the source is known as a whole */
  listed: boolean;
  may_repeat: boolean;
  /** it made its directory, which cancel puts into the trash on request */
  may_take_back: boolean;
  on_duplicate: 'rename' | 'replace' | 'version' | 'skip';
  /** bytes a second at most; 0 for any number */
  rate: number;
  /** why, as an error_code */
  reason: string | null;
  renamed: number;
  /** when the source is tried again, while waiting */
  retry_at: string | null;
  /** 1 for the first one; one more for each repetition */
  run: number;
  skipped: number;
  space_id: string;
  /** bytes a second now; 0 when it is not running */
  speed: number;
  state: 'running' | 'waiting' | 'paused' | 'done' | 'failed' | 'cancelled';
  title: string;
  unchanged: number;
}

export interface ImportCurrent {
  done: number;
  name: string;
  /** -1 when it is not known */
  size: number;
}

export interface ImportFileSource {
  files: Array<string>;
  space_id: string;
}

export interface ImportItem {
  /** that the file is in; of a directory itself */
  directory_id: string | null;
  file_id: string | null;
  /** BLAKE3 of the content; empty without one */
  hash: string;
  /** that names it at its source */
  key: string;
  outcome: 'waiting' | 'stored' | 'renamed' | 'unchanged' | 'skipped' | 'failed';
  /** below the directory of the import; that at the source while it is not here */
  path: string;
  /** why, as an error_code */
  reason: string | null;
  /** -1 when it is not known */
  size: number;
}

export interface ImportItemList {
  items: Array<ImportItem>;
  /** of the part that follows; null at the end */
  next_cursor: string | null;
}

export interface ImportLink {
  /** of the link that was made in its place */
  new_url: string | null;
  old_url: string;
  /** of its item at the source */
  path: string;
  /** why none was made, as an error_code */
  reason: string | null;
}

export interface ImportLinkList {
  links: Array<ImportLink>;
}

export interface ImportList {
  imports: Array<Import>;
}

export interface ImportLogin {
  login_id: string;
  /** where you answer */
  login_url: string;
  product: 'Nextcloud' | 'ownCloud' | 'Anbar';
}

export interface ImportLoginSource {
  login_id: string;
}

export interface ImportLoginState {
  state: 'waiting' | 'approved' | 'expired';
  /** of the server */
  url: string;
  /** your name at the server */
  user: string | null;
}

export interface ImportRequest {
  archive?: ImportFileSource;
  directory_id: string;
  /** the name of a new directory in it that the files go into; a taken name gets a number */
  folder?: string;
  kind: 'nextcloud' | 'webdav' | 'takeout' | 'user_migration' | 'archive';
  nextcloud?: ImportLoginSource;
  /** rename (when absent), replace, version or skip */
  on_duplicate?: string;
  rate?: number;
  space_id: string;
  takeout?: ImportFileSource;
  title?: string;
  user_migration?: ImportFileSource;
  webdav?: ImportWebSource;
}

export interface ImportWebSource {
  password: string;
  url: string;
  user: string;
}

export interface ImportsSetting {
  /** also from addresses of the own network, the server itself included */
  own_network: boolean;
}

export interface InvitationPreview {
  /** the inviter handed it over, so that whoever is signed in may accept it */
  by_link: boolean;
  email: string;
  /** name of who invites; empty when the shell does */
  inviter: string;
  /** name of the item that a guest gets; empty otherwise */
  item: string;
  /** in the workspace or on the item */
  role: string;
  /** title; empty for an invitation to the appliance alone */
  workspace: string;
}

export interface Invoice {
  applied_at: string | null;
  /** where to transfer the money to, while it is pending */
  bank?: Bank;
  buyer: Party;
  created_at: string;
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  discount_code: string;
  /** of the same */
  ends_at: string | null;
  extra_storage: number;
  /** what buyers call the provider http, if it is one of those below */
  gateway?: GatewayName;
  /** an order that nothing was paid for is given up then */
  held_until: string;
  intent: 'create' | 'create_auto' | 'renew' | 'upgrade';
  /** their amounts sum to the total */
  lines: Array<Line>;
  /** null until it is paid; a trial has none */
  number: string | null;
  paid_at: string | null;
  payment_id: string;
  /** where the payer pays; in the answer of the call that begins the payment with a gateway */
  payment_page?: string;
  period: 'daily' | 'weekly' | 'monthly' | 'yearly';
  plan: Plan;
  provider: '' | 'transfer' | 'zarinpal' | 'stripe' | 'http' | 'none';
  /** with which it can be paid */
  providers: Array<string>;
  /** why the payment was refused, or the order was given up by staff */
  reason: string;
  reference: string;
  /** null unless the amount was given back */
  refund: RefundInfo | null;
  seller: Party;
  /** when the receipt came */
  sent_at: string | null;
  space_id: string | null;
  /** of the time that was bought; null before it is applied */
  starts_at: string | null;
  status: 'draft' | 'pending' | 'paid' | 'applied' | 'failed' | 'void' | 'refunded';
  total: number;
  trial: boolean;
  users_count: number;
  /** null before it is made */
  workspace: InvoiceSpace | null;
}

export interface InvoiceList {
  invoices: Array<Invoice>;
  page_info: PageInfo;
}

export interface InvoiceSpace {
  /** of its plan as it is now */
  ends_at: string | null;
  title: string;
}

export interface ItemPlace {
  /** the item itself when it is a directory */
  directory_id: string;
  /** null when it is a directory */
  file_id: string | null;
  /** it lies in a My Drive */
  my_drive: boolean;
  space_id: string;
}

export interface KeySentence {
  block: number;
  heading: string;
  place: number;
  text: string;
}

export interface KindGrowth {
  kind: 'documents' | 'pictures' | 'video' | 'audio' | 'archives' | 'other' | 'versions' | 'trash';
  /** there is enough history: ten notes in two weeks */
  known: boolean;
  /** bytes in 30 days, of a slow week; 0 while nothing is known */
  month_least: number;
  /** of a usual week */
  month_likely: number;
  /** of a fast week */
  month_most: number;
  /** bytes on the noted days of the last 30, the oldest first */
  recently: Array<number>;
  /** bytes now */
  used: number;
}

export interface LeaseHolder {
  /** browser and system, in words */
  device: string;
  name: string;
  since: string;
  user_id: string;
  via: 'embedded' | 'onlyoffice' | 'wopi' | 'google' | 'webdav' | 'sync';
}

export interface LeaseState {
  /** number of what this appliance writes at the target; each machine that takes over begins the next one */
  epoch: number;
  /** changes are taken */
  open: boolean;
  /** when the target last confirmed that no other machine took over */
  renewed_at: string | null;
}

export interface LeftDrive {
  directories: number;
  files: number;
  size: number;
  trashed_files: number;
}

export interface LimitsSetting {
  /** flags that give some of them */
  fixed: Array<string>;
  members: number;
  /** files and directories, trash included */
  nodes: number;
  /** bytes */
  storage: number;
}

export interface Line {
  amount: number;
  /** of an upgrade */
  basis?: Basis;
  kind: 'plan' | 'storage' | 'upgrade' | 'discount' | 'tax';
  /** users of a plan, GiB of storage, hundredths of a per cent of a tax */
  quantity?: number;
  /** of a discount: its code */
  text?: string;
  /** of a tax that the prices contain: its amount */
  within?: number;
}

export interface Link {
  expires_at: string;
  url: string;
}

export interface LinkList {
  links: Array<LinkView>;
  page_info: PageInfo;
}

export interface LinkOpening {
  /** network address of the client */
  address: string;
  at: string;
  /** confirmed by a code; empty when none was asked for */
  email: string;
  /** the time when the last byte was sent */
  finished_at: string | null;
}

export interface LinkOpeningList {
  openings: Array<LinkOpening>;
  page_info: PageInfo;
}

export interface LinkView {
  count_limit: number | null;
  created_at: string;
  created_by: Person;
  directory_id: string;
  download_id: string;
  email_description: string;
  emails: Array<string>;
  /** null for a permanent one */
  expire_at: string | null;
  has_password: boolean;
  /** the items that the caller may read, at their current place */
  items: Array<TargetView>;
  last_modified_at: string;
  last_opened_at: string | null;
  notify_opening: boolean;
  space_id: string;
  status: 'active' | 'expired' | 'spent' | 'dead';
  title: string;
  url: string;
  used_count: number;
  /** null for the newest */
  version_id: string | null;
  version_number: number | null;
  view_only: boolean;
}

export interface LivePlace {
  directory_id: string;
  /** sequence of the listing shown; when the current one differs, a change event is sent at once */
  seq?: number;
  space_id: string;
}

export interface LiveSubscribed {
  directory_id: string;
  seq: number;
}

export interface LiveSubscribedList {
  directories: Array<LiveSubscribed>;
}

export interface LogLine {
  at: string;
  level: 'debug' | 'info' | 'warn' | 'error';
  number: number;
  text: string;
}

export interface LogLines {
  /** number of the newest line, to ask for what comes after it */
  last: number;
  lines: Array<LogLine>;
}

export interface LoginResult {
  /** bearer token, good for 15 minutes */
  access?: string;
  /** secret of this browser; sent as the header Device-Token with every login */
  device?: string;
  /** good once */
  refresh?: string;
  /** a code for the second step has already been sent */
  sent?: 'sms' | 'email';
  /** masked address or number that gets the codes of a method */
  targets?: Record<string, string>;
  /** bearer token of the second step */
  token?: string;
  /** the session begins after one of them */
  two_factor?: Array<'sms' | 'totp' | 'email' | 'static' | 'passkey'>;
}

export interface MailServer {
  /** Name <address>, or an address alone */
  from: string;
  /** only answered */
  has_secret?: boolean;
  host: string;
  /** 0 for the usual one: 587, with tls 465, without 25 */
  port: number;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  tls: 'starttls' | 'tls' | 'off';
  /** empty to send without signing in */
  user: string;
}

export interface MailSetting {
  /** the server of the configuration, which counts again without the entered one; empty for none */
  instead: string;
  source: 'none' | 'configuration' | 'console';
  value: MailServer;
}

export interface MailStep {
  /** an administrator set it aside, and it was not done since */
  dismissed: boolean;
  /** of the last look at the mail server; null for none */
  problem: Trouble | null;
  /** when this server last accepted a test mail; null for never */
  proven_at: string | null;
  /** name and port of the mail server; empty for none */
  server: string;
  state: 'done' | 'open' | 'broken' | 'looking';
}

export interface MailTest {
  /** why it was not accepted; null when it was */
  problem: Trouble | null;
  server: string;
  /** your address */
  to: string;
}

export interface MatchedDirectory {
  created_at: string;
  created_by: Person;
  current_permissions: Array<PermissionRule>;
  custom_fields: Array<FieldValue>;
  directories_count: number;
  directory_id: string;
  directory_path: string;
  files_count: number;
  has_upload_box: boolean;
  /** UTF-16 offsets in the name: from, until before */
  highlight: Array<Array<number>>;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  name: string;
  parent_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  steps: Array<PathStep>;
}

export interface MatchedFile {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  hash: string;
  /** UTF-16 offsets in the name: from, until before */
  highlight: Array<Array<number>>;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  path: Array<PathStep>;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  size: number;
  /** the match in the file's text; null when the name matched */
  snippet: SearchSnippet | null;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  version_id: string;
  version_number: number;
}

export interface MemberList {
  /** pending invitations of the workspace, whatever is asked for */
  invited_count: number;
  /** 0 for none */
  member_limit: number;
  members: Array<MemberView>;
  page_info: PageInfo;
}

export interface MemberPerson {
  first_name: string;
  last_name: string;
  user_id: string;
}

export interface MemberRole {
  name: string;
  role_id: string;
}

export interface MemberView {
  custom_roles: Array<MemberRole>;
  email: string;
  is_you: boolean;
  /** or the time of the invitation */
  joined_at: string;
  role: string;
  status: 'active' | 'invited';
  /** null for a pending invitation */
  user: MemberPerson | null;
  /** of an invitation */
  waits_for: '' | 'sign_up' | 'new_link' | 'verification' | 'raise' | 'room';
}

export interface MemberWelcome {
  /** name of who brought the member in; empty when nobody did */
  inviter: string;
  /** the member has not read it */
  is_new: boolean;
}

export interface MembersCodeIn {
  code: string;
}

export interface MembersDecisionIn {
  action: 'hand_over' | 'archive' | 'delete';
  /** email address of the member who gets the drive */
  to?: string;
}

export interface Moved {
  directories: number;
  files: number;
  skipped: number;
}

export interface NextcloudFlowIn {
  /** secret of the page's address */
  flow: string;
}

export interface NextcloudHomeIn {
  space_id: string;
}

export interface OfficeCallbackAnswer {
  error: number;
}

export interface OfficeClose {
  visible: boolean;
}

export interface OfficeConfig {
  document: OfficeDocument;
  documentType: 'word' | 'cell' | 'slide';
  editorConfig: OfficeEditor;
  token?: string;
  type: 'desktop' | 'mobile';
}

export interface OfficeCustomization {
  autosave: boolean;
  close: OfficeClose;
  forcesave: boolean;
}

export interface OfficeDocument {
  fileType: string;
  key: string;
  permissions: OfficePermissions;
  referenceData: OfficeReference;
  title: string;
  url: string;
}

export interface OfficeEditor {
  callbackUrl: string;
  customization: OfficeCustomization;
  lang: string;
  mode: 'edit' | 'view';
  region: string;
  user: OfficeUser;
}

export interface OfficeLeg {
  /** the version of the server */
  detail: string;
  leg: 'health' | 'command' | 'conversion' | 'discovery' | 'capabilities' | 'access';
  milliseconds: number;
  passed: boolean;
  /** why not, as an error_code; empty when it passed */
  reason: string;
}

export interface OfficePermissions {
  chat: boolean;
  comment: boolean;
  copy: boolean;
  download: boolean;
  edit: boolean;
  print: boolean;
}

export interface OfficeReference {
  fileKey: string;
  instanceId: string;
}

export interface OfficeServer {
  /** only answered */
  has_secret?: boolean;
  /** that its tokens come in; empty for Authorization */
  header: string;
  /** where this server reaches it; empty for the same */
  internal_url: string;
  /** where it reaches this server; empty for where users do */
  own_url: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its certificate is not checked */
  skip_verify: boolean;
  /** where browsers reach it; empty for none */
  url: string;
}

export interface OfficeSetting {
  /** it is not used: its secret has to be entered again */
  lost: boolean;
  /** where users reach this server, and the office server too unless own_url says otherwise */
  reached_at: string;
  source: 'none' | 'console';
  value: OfficeServer;
}

export interface OfficeTest {
  /** the last one failed unless all passed */
  legs: Array<OfficeLeg>;
  /** users reach this server by HTTPS and the office server by HTTP: browsers refuse that */
  mixed: boolean;
  passed: boolean;
}

export interface OfficeUser {
  id: string;
  name: string;
}

export interface OpenBox {
  allowed_file_types: Array<string>;
  description: string;
  expire_at: string;
  max_file_size: number | null;
  needs: Array<'password' | 'email'>;
  per_visitor: boolean;
  retention: Duration | null;
  title: string;
  workspace: WorkspaceSummary;
}

export interface Orders {
  orders: Array<Invoice>;
}

export interface OutboxDetail {
  channel: 'mail' | 'sms';
  created_at: string;
  /** of the last try, without codes and addresses; empty for none */
  error: string;
  kind: string;
  language: string;
  /** the code or the link in it has ended */
  late: boolean;
  message_id: string;
  /** of the next try; null unless it waits */
  next_at: string | null;
  sent_at: string | null;
  /** kept: nothing is configured that sends it */
  state: 'waiting' | 'sent' | 'given_up' | 'kept' | 'canceled';
  /** of a mail, masked */
  subject: string;
  /** masked; empty for messages from before an update */
  text: string;
  to: string;
  tries: number;
}

export interface OutboxList {
  given_up: number;
  kept: number;
  /** a mail server is configured */
  mail: boolean;
  messages: Array<OutboxMessage>;
  page_info: PageInfo;
  /** an SMS gateway is configured */
  sms: boolean;
  /** in the whole outbox */
  waiting: number;
}

export interface OutboxMessage {
  channel: 'mail' | 'sms';
  created_at: string;
  /** of the last try, without codes and addresses; empty for none */
  error: string;
  kind: string;
  language: string;
  /** the code or the link in it has ended */
  late: boolean;
  message_id: string;
  /** of the next try; null unless it waits */
  next_at: string | null;
  sent_at: string | null;
  /** kept: nothing is configured that sends it */
  state: 'waiting' | 'sent' | 'given_up' | 'kept' | 'canceled';
  to: string;
  tries: number;
}

export interface OutboxResent {
  count: number;
}

export interface OutboxTemplate {
  kind: string;
  /** empty when it never is a text message */
  sms: string;
  subject: string;
  text: string;
}

export interface OutboxTemplates {
  templates: Array<OutboxTemplate>;
}

export interface OutboxTest {
  message_id: string;
}

export interface Overview {
  at: string;
  /** what somebody has to look at, the most urgent first */
  attention: Array<Attention>;
  /** null for those who may not read the area system */
  backup: BackupState | null;
  /** a minute old at most */
  counts: OverviewCounts;
  /** null for those who may not read the area system */
  disk: OverviewDisk | null;
  /** a mail server is configured */
  mail: boolean;
  /** null when no contents are away, and for those who may not read the area system */
  restore: RestoreState | null;
  /** an SMS gateway is configured */
  sms: boolean;
  version: string;
  /** null for those who may not read the area system */
  writer: WriterHolds | null;
}

export interface OverviewCounts {
  /** of all versions, trash included, as workspaces are charged for them */
  bytes: number;
  /** trash included */
  files: number;
  people: number;
  workspaces: number;
}

export interface OverviewDisk {
  free: number;
  /** days until it is full, at the pace of the last 30 days; null when that cannot be said */
  full_in: number | null;
  total: number;
}

export interface PageInfo {
  limit: number;
  /** cursor of the next page, null at the end */
  next: string | null;
  page: number;
  total: number;
}

export interface Param {
  kind: 'text' | 'count' | 'size' | 'span' | 'percent' | 'day' | 'moment';
  name: string;
  /** size: bytes; span: seconds; day and moment: as in RFC 3339 */
  value: string;
}

export interface Party {
  address: string;
  /** in Iran 11, 12 or 14 digits */
  economic_id: string;
  kind?: '' | 'person' | 'company';
  name: string;
  /** in Iran 10 digits of a person, 11 of a company, 12 of a foreigner */
  national_id: string;
  phone: string;
  /** in Iran 10 digits */
  post_code: string;
  /** number of a company in the register */
  registration_id?: string;
}

export interface PasskeyList {
  passkeys: Array<PasskeyView>;
}

export interface PasskeyQuestion {
  /** options of navigator.credentials in the form that WebAuthn gives them in JSON */
  options: unknown;
  /** to send back with the answer within 5 minutes */
  token: string;
}

export interface PasskeyView {
  created_at: string;
  last_used: string | null;
  name: string;
  passkey_id: string;
  /** it is synced between devices */
  synced: boolean;
}

export interface PasskeysAnswerIn {
  /** the browser's PublicKeyCredential, as its toJSON() returns it */
  credential: unknown;
  token: string;
}

export interface PastEntry {
  content_type: string;
  id: string;
  name: string;
  /** the state of the entry today */
  now: 'same' | 'renamed' | 'moved' | 'changed' | 'trashed' | 'gone';
  size: number;
  type: 'file' | 'directory';
  version_id: string | null;
  /** 0 when that version was deleted */
  version_number: number;
}

export interface PastListing {
  at: string;
  directories: Array<PastEntry>;
  directory: PathStep;
  files: Array<PastEntry>;
  /** the total is not counted: -1 */
  page_info: PageInfo;
  path: Array<PathStep>;
}

export interface PatchRoleV1SpaceSpaceIdChangeMembersBody {
  emails: Array<string>;
  role_id: string;
}

export interface PathStep {
  directory_id: string;
  name: string;
}

export interface PaymentUser {
  _id: string;
  email: string;
  name: string;
}

export interface PeopleList {
  people: Array<Person>;
}

export interface PeopleStep {
  /** an administrator set it aside, and it was not done since */
  dismissed: boolean;
  /** addresses with an invitation that has not ended */
  invited: number;
  /** accounts, yours included */
  people: number;
  state: 'done' | 'open' | 'broken' | 'looking';
}

export interface PermissionConditions {
  space_id?: string;
  target_id?: string;
  target_type?: 'folder' | 'file';
}

export interface PermissionList {
  permissions: Array<PermissionRule>;
}

export interface PermissionRule {
  action: string;
  /** where the rule applies; absent when it applies to the object that lists it */
  conditions?: PermissionConditions;
  subject: string;
}

export interface PermissionSet {
  permissions: Array<PermissionRule>;
}

export interface Person {
  _id: string;
  name: string;
}

export interface PersonPayment {
  created_at: string;
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  intent: 'create' | 'create_auto' | 'renew' | 'upgrade';
  /** of the invoice; empty before it is paid */
  number: string;
  paid_at: string | null;
  payment_id: string;
  state: string;
  /** in the smallest unit of the currency */
  total: number;
  trial: boolean;
  /** title; empty when the workspace is not made yet, or is gone */
  workspace: string;
}

export interface PersonPayments {
  page_info: PageInfo;
  payments: Array<PersonPayment>;
}

export interface Piece {
  kind: 'words' | 'value' | 'literal' | 'command';
  text: string;
}

export interface Plan {
  advanced_search: boolean;
  ai_agent: 'disabled' | 'summarize' | 'full';
  custom_fields: number;
  /** for a month */
  extra_storage_per_gig_price: number;
  /** 0 is any number */
  max_users_to_activate: number;
  min_users_to_activate: number;
  name: 'unlimited' | 'free' | 'standard' | 'professional' | 'business' | 'growth' | 'enterprise' | 'premium';
  /** null for the unlimited plan of an appliance that sells nothing */
  plan_id: string | null;
  /** for a month, in the smallest unit of the currency */
  price_per_user: number;
  priority_support: 'off' | 'basic' | 'growth' | 'professional' | 'enterprise';
  restore_days: number;
  /** bytes; 0 is any number */
  storage: number;
  /** 36500 is for ever */
  timeline_days: number;
  title_en: string;
  title_fa: string;
  version: number;
  /** versions of a file; 0 is any number */
  versioning: number;
  /** not for sale */
  withdrawn: boolean;
}

export interface PlanList {
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  /** days after the end of a plan or a trial in which everything goes on */
  grace_days: number;
  /** the caller has not had a trial yet */
  may_try: boolean;
  plans: Array<Plan>;
  /** false: there is one unlimited plan, and nothing to buy */
  selling: boolean;
  /** in hundredths of a per cent */
  tax: number;
  tax_included: boolean;
  trial_days: number;
  /** per cent */
  yearly_discount: number;
}

export interface PlanOwner {
  email: string;
  name: string;
}

export interface PlanUse {
  custom_field_limit: number;
  custom_fields: number;
  directories: number;
  /** without those in the trash */
  files: number;
  /** bytes of the newest versions of files */
  heads: number;
  /** 0 is none */
  member_limit: number;
  /** of files and directories, with those in the trash; 0 is none */
  node_limit: number;
  restore_days: number;
  /** bytes; 0 is none */
  storage_limit: number;
  /** 36500 is for ever */
  timeline_days: number;
  /** bytes */
  trash: number;
  /** of a file; 0 is none */
  version_limit: number;
  /** bytes of the versions before */
  versions: number;
}

export interface PostAccountsPasskeysRegisterFinishBody {
  /** the browser's PublicKeyCredential, as its toJSON() returns it */
  credential: unknown;
  name?: string;
  token: string;
}

export interface PostAccountsProvidersProviderAuthBody {
  code: string;
  /** the parameter iss, when the provider sent one back */
  iss?: string;
  state: string;
}

export interface PostAccountsProvidersProviderLinkBody {
  code: string;
  /** the parameter iss, when the provider sent one back */
  iss?: string;
  state: string;
}

export interface PostAccountsV1UsersLoginTwoFactorPasskeyFinishBody {
  /** the browser's PublicKeyCredential, as its toJSON() returns it */
  credential: unknown;
  /** ask for no second step on this browser for 30 days */
  remember?: boolean;
  token: string;
}

export interface PostAdminBoxesUploadIdEndBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminLinksDownloadIdEndBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPaymentsPaymentIdConfirmBody {
  reference?: string;
}

export interface PostAdminPaymentsPaymentIdRefundBody {
  /** of an invoice that is applied: the workspace has its plan until the end, or the time that was bought is taken back */
  plan?: '' | 'keep' | 'end';
  reason: string;
  reference?: string;
}

export interface PostAdminPaymentsPaymentIdRefuseBody {
  reason: string;
}

export interface PostAdminPaymentsPaymentIdVoidBody {
  reason: string;
}

export interface PostAdminPeopleUserIdDisableBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdEnableBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdEndSessionsBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdEraseBody {
  /** the email address of the person, or else the mobile number */
  address: string;
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdFirstLinkBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdPasswordLinkBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdResetTwoStepBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdSessionsSessionIdEndBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminPeopleUserIdTokensTokenIdEndBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminSettingsGoogleTestBody {
  /** a server in place of Google, for tests; empty for Google */
  base_url?: string;
  /** empty for none */
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
}

export interface PostAdminSettingsMailTestBody {
  /** Name <address>, or an address alone */
  from: string;
  /** only answered */
  has_secret?: boolean;
  host: string;
  /** 0 for the usual one: 587, with tls 465, without 25 */
  port: number;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  tls: 'starttls' | 'tls' | 'off';
  /** empty to send without signing in */
  user: string;
}

export interface PostAdminSettingsOnlyofficeTestBody {
  /** only answered */
  has_secret?: boolean;
  /** that its tokens come in; empty for Authorization */
  header: string;
  /** where this server reaches it; empty for the same */
  internal_url: string;
  /** where it reaches this server; empty for where users do */
  own_url: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its certificate is not checked */
  skip_verify: boolean;
  /** where browsers reach it; empty for none */
  url: string;
}

export interface PostAdminSettingsProvidersIdTestBody {
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** name of one that the user interface has; empty for none */
  icon: string;
  issuer: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** openid, email and profile when there are none */
  scopes: Array<string>;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its users may sign up in every sign-up mode */
  signup: boolean;
  title_en: string;
  title_fa: string;
}

export interface PostAdminSettingsSmsTestBody {
  /** with the same places: JSON, or a form */
  body: string;
  /** number that messages come from */
  from: string;
  gateway: 'none' | 'kavenegar' | 'http';
  /** only answered */
  has_secret?: boolean;
  /** Name: value; the value may contain {key} */
  header: string;
  method: 'POST' | 'GET';
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** text in the answer for an accepted message; empty when the status alone decides */
  taken: string;
  /** may contain {to}, {international}, {text}, {code}, {from} and {key} */
  url: string;
}

export interface PostAdminSurplusSurplusIdGivenBackBody {
  reference?: string;
}

export interface PostAdminTicketsIdAssignBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdDepartmentBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdMergeBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdNoteBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdReopenBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdReplyBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminTicketsIdSolveBody {
  /** nobody when missing */
  assignee?: string;
  attachments?: Array<string>;
  department?: 'technical' | 'financial' | 'sales' | 'other';
  /** tracking code of the other ticket */
  into?: string;
  /** the answer solves the ticket */
  solves?: boolean;
  /** of an answer or a note */
  text?: string;
  /** that you saw */
  version: number;
}

export interface PostAdminWorkspacesSpaceIdDeleteBody {
  /** for the audit log */
  reason: string;
  /** the title of the workspace, as typed */
  title: string;
}

export interface PostAdminWorkspacesSpaceIdExtendBody {
  days: number;
  /** for the audit log */
  reason: string;
}

export interface PostAdminWorkspacesSpaceIdFreezeBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminWorkspacesSpaceIdHandOverBody {
  /** of a member */
  email: string;
  /** for the audit log */
  reason: string;
}

export interface PostAdminWorkspacesSpaceIdPlanBody {
  /** of a plan that is paid for; within ten years */
  ends_at?: string;
  /** GiB beside those of the plan */
  extra_storage?: number;
  plan: 'free' | 'standard' | 'professional' | 'business' | 'growth' | 'enterprise' | 'premium';
  /** for the audit log */
  reason: string;
  /** from the answer that the choice was made by */
  seen: string;
  /** of a plan that is paid for */
  users_count?: number;
}

export interface PostAdminWorkspacesSpaceIdRestoreBody {
  /** for the audit log */
  reason: string;
}

export interface PostAdminWorkspacesSpaceIdUnfreezeBody {
  /** for the audit log */
  reason: string;
}

export interface PostDownloadShareLinkDownloadIdBody {
  code?: string;
  email?: string;
  password?: string;
}

export interface PostDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody {
  /** how often it may be opened */
  count_limit?: number | null;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** to the recipients */
  email_description?: string | null;
  /** only visitors who enter a code sent to one of these addresses may open it */
  emails?: Array<string> | null;
  /** null for a permanent link, which is the default when a link is made */
  expire_at?: string | null;
  /** a mail at the first opening */
  notify_opening?: boolean | null;
  password?: string | null;
  title?: string | null;
  /** always this one, instead of the newest */
  version_id?: string | null;
  /** shown in the browser only, without a download */
  view_only?: boolean | null;
}

export interface PostDownloadSpaceSpaceIdDirectoryDirectoryIdLinksBody {
  /** how often it may be opened */
  count_limit?: number | null;
  directory_ids?: Array<string>;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** to the recipients */
  email_description?: string | null;
  /** only visitors who enter a code sent to one of these addresses may open it */
  emails?: Array<string> | null;
  /** null for a permanent link, which is the default when a link is made */
  expire_at?: string | null;
  file_ids?: Array<string>;
  /** a mail at the first opening */
  notify_opening?: boolean | null;
  password?: string | null;
  title?: string | null;
  /** always this one, instead of the newest */
  version_id?: string | null;
  /** shown in the browser only, without a download */
  view_only?: boolean | null;
}

export interface PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdCloseBody {
  lease_id: string;
}

export interface PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdPingBody {
  lease_id: string;
}

export interface PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdTakeOverBody {
  editor_type?: string;
  engine?: 'embedded' | 'onlyoffice' | 'wopi' | 'google';
}

export interface PostEditorOnlyofficeSpaceSpaceIdDirectoryDirectoryIdFileFileIdForceSaveBody {
  lease_id: string;
}

export interface PostImportsImportIdCancelBody {
  /** what came goes to the trash */
  take_back: boolean;
}

export interface PostPlanInvoicePaymentIdPayBody {
  /** without it, the one of the workspace */
  buyer?: Party;
  provider: 'transfer' | 'zarinpal' | 'stripe' | 'http' | 'none';
}

export interface PostRoleV1SpaceSpaceIdCustomRoleBody {
  emails?: Array<string>;
  name?: string;
  permissions?: Array<PermissionRule>;
  targets?: Array<RolesTargetIn>;
}

export interface PostRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody {
  targets: Array<RolesTargetIn>;
}

export interface PostRoleV1SpaceSpaceIdGuestUsersBody {
  emails: Array<string>;
  message?: string;
  role_id: string;
  targets: Array<RolesTargetIn>;
}

export interface PostRoleV1SpaceSpaceIdListCustomRolesOnTargetsBody {
  targets: Array<RolesTargetIn>;
}

export interface PostRoleV1SpaceSpaceIdListGuestUsersOnTargetsBody {
  targets: Array<RolesTargetIn>;
}

export interface PostRoleV1SpaceSpaceIdWorkspaceMembersInvitationLinkBody {
  /** that is invited */
  email: string;
}

export interface PostRoleV1SpaceSpaceIdWorkspaceMembersInvitationMailBody {
  /** that is invited */
  email: string;
}

export interface PostStorageBatchCopyBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  destination_directory_id: string;
  destination_space_id?: string;
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostStorageBatchDuplicateCopyBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  destination_directory_id: string;
  destination_space_id?: string;
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostStorageBatchDuplicateMoveBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  destination_directory_id: string;
  destination_space_id?: string;
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostStorageBatchMoveBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  destination_directory_id: string;
  destination_space_id?: string;
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostStorageSpaceSpaceIdCompressBody {
  /** that the archive goes into */
  directory_id: string;
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
  /** of the archive; that of the first item when absent */
  name?: string;
}

export interface PostStorageSpaceSpaceIdDirectoryBody {
  directory_name: string;
  parent_id: string;
}

export interface PostStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdExtractBody {
  /** the directory that the new one is made in; that of the archive when absent */
  into?: string;
  /** rename (when absent), replace, version or skip */
  on_duplicate?: string;
}

export interface PostStorageSpaceSpaceIdDirectoryDirectoryIdRewindBody {
  at: string;
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
}

export interface PostStorageSpaceSpaceIdDirectoryDirectoryIdRewindPreviewBody {
  at: string;
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
}

export interface PostStorageWorkspaceSpaceIdImportArvanBody {
  bucket_name: string;
  /** that the objects go into; a new one of the bucket's name when absent */
  directory_id?: string;
  /** the name of a new directory in directory_id that the objects go into */
  folder?: string;
  /** rename (when absent), replace, version or skip */
  on_duplicate?: string;
}

export interface PostStorageWorkspaceSpaceIdLeaveBody {
  my_drive?: MembersDecisionIn;
}

export interface PostStorageWorkspaceSpaceIdOwnerBody {
  email: string;
}

export interface PostStorageWorkspaceSpaceIdRenewPlanBody {
  extra_storage?: number;
  payment_id: string;
}

export interface PostStorageWorkspaceSpaceIdUpgradePlanBody {
  extra_storage?: number;
  payment_id: string;
}

export interface PostSummarizerSpacesSpaceIdFilesFileIdBody {
  /** sentences when absent */
  engine?: 'sentences' | 'endpoint';
  /** of what a model writes; fa when absent */
  language?: 'fa' | 'en';
  /** the head version when absent */
  version_id?: string;
}

export interface PostSupportTicketsIdReplyBody {
  attachments?: Array<string>;
  text: string;
}

export interface PostTrashBatchDuplicateRestoreBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostTrashBatchRestoreBody {
  all?: 'rename' | 'replace' | 'version' | 'merge' | 'skip';
  directory_ids?: Array<string>;
  duplicates?: Array<FilesChoiceIn>;
  /** up to 5,000 ids with directory_ids */
  file_ids?: Array<string>;
  /** a whole list, instead of ids */
  selection?: WholeList;
  space_id: string;
}

export interface PostUploadBoxUploadIdBody {
  code?: string;
  email?: string;
  /** shown to the members of the workspace */
  name?: string;
  password?: string;
}

export interface PostUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody {
  /** endings, or the groups image, video, audio, document and archive; anything when there is none */
  allowed_file_types?: Array<string> | null;
  /** for the visitors */
  description?: string | null;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** only visitors who enter a code sent to one of these addresses may upload */
  emails?: Array<string> | null;
  /** 30 minutes to 6 months ahead; a new box needs this or duration */
  expire_at?: string | null;
  /** bytes */
  max_file_size?: number | null;
  password?: string | null;
  /** a directory for each visitor */
  per_visitor?: boolean | null;
  /** after this time received files move to the trash, unless they were changed */
  retention?: Duration | null;
  /** required for a new box */
  title?: string | null;
}

export interface PreviewResult {
  content_type: string;
  expires_at: string;
  kind: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown' | 'document' | 'presentation' | 'spreadsheet' | 'archive' | 'font' | 'none';
  name: string;
  size: number;
  url: string;
  version_id: string;
}

export interface Promotion {
  /** null when none was used */
  promotion_code: string | null;
  /** the workspace that got the storage */
  space_id: string | null;
  /** bytes downloaded through it */
  storage: number;
  used_at: string | null;
}

export interface PromotionsUseIn {
  promotion_code: string;
}

export interface Provider {
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** name of one that the user interface has; empty for none */
  icon: string;
  issuer: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** openid, email and profile when there are none */
  scopes: Array<string>;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its users may sign up in every sign-up mode */
  signup: boolean;
  title_en: string;
  title_fa: string;
}

export interface ProviderList {
  providers: Array<ProviderView>;
}

export interface ProviderLogin {
  /** bearer token, good for 15 minutes */
  access?: string;
  /** secret of this browser; sent as the header Device-Token with every login */
  device?: string;
  /** path on this site; empty for none */
  redirect_to: string;
  /** good once */
  refresh?: string;
  /** a code for the second step has already been sent */
  sent?: 'sms' | 'email';
  /** masked address or number that gets the codes of a method */
  targets?: Record<string, string>;
  /** bearer token of the second step */
  token?: string;
  /** the session begins after one of them */
  two_factor?: Array<'sms' | 'totp' | 'email' | 'static' | 'passkey'>;
}

export interface ProviderPage {
  url: string;
}

export interface ProviderSetting {
  id: string;
  /** the issuer in the configuration, which counts again without the entered one; empty for none */
  instead: string;
  /** it is not used: its secret has to be entered again */
  lost: boolean;
  source: 'configuration' | 'console';
  value: Provider;
}

export interface ProviderView {
  /** name of an avatar of the user interface; empty for none */
  icon: string;
  id: string;
  title: string;
}

export interface ProvidersCodeIn {
  code: string;
  /** the parameter iss, when the provider sent one back */
  iss?: string;
  state: string;
}

export interface PublicSpace {
  avatar_url: string | null;
  is_member: boolean;
  member_count: number;
  organization_title: string;
  primary_color: string;
  secondary_color: string;
  space_id: string;
  title: string;
}

export interface PublicSpaceList {
  page_info: PageInfo;
  workspaces: Array<PublicSpace>;
}

export interface PutAccountsPasskeysPasskeyIdBody {
  name: string;
}

export interface PutAdminDiscountsCodeBody {
  amount?: number;
  cap?: number;
  ends_at?: string;
  first_only?: boolean;
  percent?: number;
  plans?: Array<string>;
  starts_at?: string;
  uses?: number;
  withdrawn?: boolean;
}

export interface PutAdminPeopleUserIdStaffBody {
  /** for the audit log */
  reason: string;
  /** empty: none */
  role: '' | 'administrator' | 'support' | 'finance' | 'auditor';
}

export interface PutAdminPlansNameBody {
  advanced_search: boolean;
  ai_agent: 'disabled' | 'summarize' | 'full';
  custom_fields: number;
  extra_storage_per_gig_price: number;
  max_users_to_activate: number;
  min_users_to_activate: number;
  price_per_user: number;
  priority_support: 'off' | 'basic' | 'growth' | 'professional' | 'enterprise';
  /** needed to stop selling the plan; the audit log keeps it */
  reason?: string;
  restore_days: number;
  storage: number;
  timeline_days: number;
  title_en: string;
  title_fa: string;
  versioning: number;
  withdrawn: boolean;
}

export interface PutAdminSettingsGoogleBody {
  /** a server in place of Google, for tests; empty for Google */
  base_url?: string;
  /** empty for none */
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
}

export interface PutAdminSettingsMailBody {
  /** Name <address>, or an address alone */
  from: string;
  /** only answered */
  has_secret?: boolean;
  host: string;
  /** 0 for the usual one: 587, with tls 465, without 25 */
  port: number;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  tls: 'starttls' | 'tls' | 'off';
  /** empty to send without signing in */
  user: string;
}

export interface PutAdminSettingsOnlyofficeBody {
  /** only answered */
  has_secret?: boolean;
  /** that its tokens come in; empty for Authorization */
  header: string;
  /** where this server reaches it; empty for the same */
  internal_url: string;
  /** where it reaches this server; empty for where users do */
  own_url: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its certificate is not checked */
  skip_verify: boolean;
  /** where browsers reach it; empty for none */
  url: string;
}

export interface PutAdminSettingsProvidersIdBody {
  client_id: string;
  /** only answered */
  has_secret?: boolean;
  /** name of one that the user interface has; empty for none */
  icon: string;
  issuer: string;
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** openid, email and profile when there are none */
  scopes: Array<string>;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** its users may sign up in every sign-up mode */
  signup: boolean;
  title_en: string;
  title_fa: string;
}

export interface PutAdminSettingsSmsBody {
  /** with the same places: JSON, or a form */
  body: string;
  /** number that messages come from */
  from: string;
  gateway: 'none' | 'kavenegar' | 'http';
  /** only answered */
  has_secret?: boolean;
  /** Name: value; the value may contain {key} */
  header: string;
  method: 'POST' | 'GET';
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** text in the answer for an accepted message; empty when the status alone decides */
  taken: string;
  /** may contain {to}, {international}, {text}, {code}, {from} and {key} */
  url: string;
}

export interface PutAdminWorkspacesSpaceIdLimitsBody {
  /** files and directories; 0 is no limit */
  nodes: number;
  /** for the audit log */
  reason: string;
  /** bytes; 0 is no limit */
  storage: number;
}

export interface PutCustomFieldSpaceSpaceCustomFieldIdBody {
  description?: string;
  space_id: string;
  title?: string;
}

export interface PutDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody {
  /** how often it may be opened */
  count_limit?: number | null;
  download_id: string;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** to the recipients */
  email_description?: string | null;
  /** only visitors who enter a code sent to one of these addresses may open it */
  emails?: Array<string> | null;
  /** null for a permanent link, which is the default when a link is made */
  expire_at?: string | null;
  /** a mail at the first opening */
  notify_opening?: boolean | null;
  password?: string | null;
  title?: string | null;
  /** always this one, instead of the newest */
  version_id?: string | null;
  /** shown in the browser only, without a download */
  view_only?: boolean | null;
}

export interface PutDownloadSpaceSpaceIdLinksBody {
  /** how often it may be opened */
  count_limit?: number | null;
  download_id: string;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** to the recipients */
  email_description?: string | null;
  /** only visitors who enter a code sent to one of these addresses may open it */
  emails?: Array<string> | null;
  /** null for a permanent link, which is the default when a link is made */
  expire_at?: string | null;
  /** a mail at the first opening */
  notify_opening?: boolean | null;
  password?: string | null;
  title?: string | null;
  /** always this one, instead of the newest */
  version_id?: string | null;
  /** shown in the browser only, without a download */
  view_only?: boolean | null;
}

export interface PutEditorTemplatesSpaceSpaceIdBody {
  /** none when absent: the workspace has no templates then */
  directory_id?: string;
}

export interface PutImportsImportIdRateBody {
  /** bytes a second at most; 0 for any number */
  rate: number;
}

export interface PutLiveStreamIdBody {
  directories: Array<LivePlace>;
  /** the epoch of the seq values, from the hello event */
  epoch?: string;
  /** the directories on the screen; other subscribers of them see the user as present */
  looking?: Array<string>;
}

export interface PutRoleV1SpaceSpaceIdCustomRoleRoleIdBody {
  name?: string;
  permissions?: Array<PermissionRule>;
}

export interface PutRoleV1SpaceSpaceIdCustomRoleRoleIdMembersBody {
  emails: Array<string>;
}

export interface PutRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody {
  targets: Array<RolesTargetIn>;
}

export interface PutRoleV1SpaceSpaceIdGuestUsersBody {
  role_id: string;
  role_ids: Array<string>;
}

export interface PutStorageSpaceSpaceIdCopyDirectoryBody {
  destination_directory_id: string;
  destination_space_id?: string;
  source_directory_id: string;
}

export interface PutStorageSpaceSpaceIdDirectoryDirectoryIdCopyFileBody {
  copy_file_name?: string;
  destination_directory_id: string;
  destination_space_id?: string;
  file_id: string;
}

export interface PutStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdAclBody {
  status: 'private' | 'public';
  /** only this version; all when absent */
  version_id?: string;
}

export interface PutStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdRestoreVersionBody {
  version_id: string;
}

export interface PutStorageSpaceSpaceIdDirectoryDirectoryIdMoveFileBody {
  destination_directory_id: string;
  destination_space_id?: string;
  file_id: string;
}

export interface PutStorageSpaceSpaceIdDirectoryDirectoryIdRenameFileBody {
  file_id: string;
  new_name: string;
}

export interface PutStorageSpaceSpaceIdMoveDirectoryBody {
  destination_directory_id: string;
  destination_space_id?: string;
  source_directory_id: string;
}

export interface PutStorageSpaceSpaceIdRenameDirectoryBody {
  directory_id: string;
  new_name: string;
}

export interface PutStorageSpaceSpaceIdSetFavoritesBody {
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
}

export interface PutStorageSpaceSpaceIdUnsetFavoritesBody {
  directory_ids?: Array<string>;
  file_ids?: Array<string>;
}

export interface PutStorageWorkspaceSpaceIdAccessBody {
  access: 'public' | 'private';
  /** the role of users who join a public workspace: editor, organizer, viewer or no_role */
  default_role?: string;
}

export interface PutStorageWorkspaceSpaceIdAppearanceBody {
  organization_title?: string;
  primary_color?: string;
  secondary_color?: string;
}

export interface PutStorageWorkspaceSpaceIdSharingSettingsBody {
  prevent_sharing_non_members: boolean;
}

export interface PutSummarizerSpacesSpaceIdBody {
  /** to which texts may be sent, as the endpoint has it now; empty for none */
  host: string;
}

export interface PutUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody {
  /** endings, or the groups image, video, audio, document and archive; anything when there is none */
  allowed_file_types?: Array<string> | null;
  /** for the visitors */
  description?: string | null;
  /** from now on, in place of expire_at */
  duration?: Duration | null;
  /** only visitors who enter a code sent to one of these addresses may upload */
  emails?: Array<string> | null;
  /** 30 minutes to 6 months ahead; a new box needs this or duration */
  expire_at?: string | null;
  /** bytes */
  max_file_size?: number | null;
  password?: string | null;
  /** a directory for each visitor */
  per_visitor?: boolean | null;
  /** after this time received files move to the trash, unless they were changed */
  retention?: Duration | null;
  /** required for a new box */
  title?: string | null;
  upload_id: string;
}

export interface Ready {
  status: 'ready';
}

export interface ReceiptList {
  receipts: Array<UploadReceipt>;
}

export interface RefundInfo {
  amount: number;
  created_at: string;
  /** the time that was bought was taken back */
  ends_plan: boolean;
  reason: string;
  reference: string;
}

export interface RemoteBeginIn {
  /** of the server, or of a page of it */
  url: string;
}

export interface ResealResult {
  /** it begins with the next start of the server */
  restart: boolean;
  /** they are already */
  sealed: boolean;
}

export interface ReservedNames {
  reserved_subdomains: Array<string>;
}

export interface ResetTarget {
  /** sign-in methods and tokens added in the last 30 days; they keep working unless removed */
  added: Array<AccountAdded>;
  /** their address or number */
  login: string;
}

export interface RestoreState {
  /** that were to come at first */
  all: number;
  all_bytes: number;
  /** what was there before then comes back */
  at: string;
  /** of those that are still to come */
  bytes: number;
  /** of which no target has an undamaged copy */
  damaged: number;
  /** name of the appliance whose copies these are */
  from: string;
  /** packs of contents, and large contents, that are still to come */
  objects: number;
  /** why nothing comes now, in English; empty while something does */
  problem: string;
  targets: Array<string>;
}

export interface RewindChange {
  after: string;
  /** name, place or number of the version, as it is */
  before: string;
  change: 'restore' | 'move' | 'rename' | 'content' | 'remove' | 'lost';
  id: string;
  name: string;
  path: string;
  type: 'file' | 'directory';
}

export interface RewindCounts {
  content: number;
  lost: number;
  move: number;
  remove: number;
  rename: number;
  restore: number;
}

export interface RewindPreview {
  /** the first 500 */
  changes: Array<RewindChange>;
  counts: RewindCounts;
  total: number;
}

export interface RewindResult {
  /** the moment before the restore: a restore to it takes this one back */
  before: string;
  counts: RewindCounts;
  /** of a task that still makes these changes */
  task_id?: string;
}

export interface RoleHolder {
  email: string;
  first_name: string;
  last_name: string;
  user_id: string;
}

export interface RoleView {
  built_in: boolean;
  created_at: string | null;
  created_by: Person | null;
  edited_at: string | null;
  edited_by: Person | null;
  members_count: number;
  name: string;
  permissions: Array<PermissionRule>;
  role_id: string;
  targets_count: number;
}

export interface RoleViews {
  roles: Array<RoleView>;
}

export interface RolesTargetIn {
  target_id: string;
  /** directory is accepted for folder */
  target_type: 'folder' | 'file' | 'directory';
}

export interface SMSGateway {
  /** with the same places: JSON, or a form */
  body: string;
  /** number that messages come from */
  from: string;
  gateway: 'none' | 'kavenegar' | 'http';
  /** only answered */
  has_secret?: boolean;
  /** Name: value; the value may contain {key} */
  header: string;
  method: 'POST' | 'GET';
  /** only sent: forget the secret */
  remove_secret?: boolean;
  /** only sent, to replace the one before; needed again with another address */
  secret?: string;
  /** text in the answer for an accepted message; empty when the status alone decides */
  taken: string;
  /** may contain {to}, {international}, {text}, {code}, {from} and {key} */
  url: string;
}

export interface SMSSetting {
  /** the gateway of the configuration, which counts again without the entered one; empty for none */
  instead: string;
  source: 'none' | 'configuration' | 'console';
  /** of one of the configuration, the templates are left out */
  value: SMSGateway;
}

export interface SearchResults {
  directories: Array<MatchedDirectory>;
  files: Array<MatchedFile>;
  /** all of them, the best first */
  order: Array<string>;
  page_info: PageInfo;
}

export interface SearchSnippet {
  /** UTF-16 offsets: from, until before */
  highlight: Array<Array<number>>;
  /** the page or slide, from 1; 0 where the file has none, or it is not known */
  place: number;
  text: string;
}

export interface Selling {
  /** prices are in its smallest unit that is used: Toman, Rial, cent */
  currency: 'IRT' | 'IRR' | 'EUR' | 'USD';
  /** days after the end in which everything goes on */
  grace_days: number;
  /** any other gateway, by templates; a request without it changes nothing of it */
  http?: HTTPGateway;
  /** false: each workspace is unlimited, and nothing speaks of plans */
  on: boolean;
  seller: Party;
  /** Stripe Checkout; a request without it changes nothing of it */
  stripe?: Stripe;
  /** in hundredths of a per cent: 1000 is 10 % */
  tax: number;
  /** prices contain the tax */
  tax_included: boolean;
  /** where buyers transfer money to; nothing is offered without an account */
  transfer: Bank;
  trial_days: number;
  /** a payment gateway that speaks Zarinpal's protocol, version 4 */
  zarinpal?: Gateway;
}

export interface Session {
  address: string;
  created_at: string;
  device: string;
  is_current: boolean;
  last_login: string;
  last_used: string;
  /** no second step is asked on its browser until then */
  remembered_until: string | null;
  session_key: string;
  /** the keys that DELETE /accounts/sessions takes to end it */
  session_keys: Array<string>;
}

export interface SessionList {
  page_info: PageInfo;
  sessions: Array<Session>;
}

export interface SessionsAllowIn {
  /** SHA-256 of the verifier, in base 64 for URLs without padding */
  challenge: string;
  /** of the program and its machine, for the list of sessions */
  name: string;
  /** returned unchanged */
  state?: string;
}

export interface SessionsEndIn {
  session_keys: Array<string>;
}

export interface SessionsForgetIn {
  device_ids: Array<string>;
}

export interface SessionsRedeemIn {
  code: string;
  verifier: string;
}

export interface SessionsRefreshIn {
  refresh: string;
}

export interface SettingChange {
  after: SettingValue;
  at: string;
  before: SettingValue;
  /** null when the account was deleted */
  by: Person | null;
  change_id: number;
  /** of mail, sms, onlyoffice, wopi, google and provider, in place of before and after */
  differences: Array<Difference>;
  name: 'signup' | 'limits' | 'mail' | 'sms' | 'provider' | 'summaries' | 'editors' | 'imports' | 'tier' | 'onlyoffice' | 'wopi' | 'google';
  /** id of the provider that changed */
  provider: string;
}

export interface SettingHistory {
  changes: Array<SettingChange>;
  page_info: PageInfo;
}

export interface SettingValue {
  cache?: number;
  cell?: string;
  currency?: string;
  days?: number;
  members?: number;
  mode?: string;
  model?: string;
  nodes?: number;
  own_network?: boolean;
  read_price?: number;
  slide?: string;
  storage?: number;
  stored_price?: number;
  url?: string;
  word?: string;
}

export interface SettingsFile {
  /** empty when the server was started without one */
  path: string;
  /** why it cannot be read, in English; empty when it can */
  problem: string;
  /** systemd started the server */
  service: boolean;
  /** settings that it holds otherwise than at the start: they count after a restart */
  waiting: Array<string>;
}

export interface Setup {
  /** SHA-256 of the certificate of the internal authority; empty without one */
  ca_fingerprint: string;
  /** before the set-up: copies of another appliance at the backup target, which can be restored instead; null for none */
  copies_of: CopiesFound | null;
  /** at a standby: what it shows; null at the main server */
  follows: Follows | null;
  /** documents can be edited at Google */
  google: boolean;
  https_ca: boolean;
  /** port of HTTPS, when an internal authority signs it */
  https_port: string;
  languages: Array<string>;
  /** mails go out; otherwise they wait until somebody sets it up */
  mail: boolean;
  /** with an internal authority: addresses of the server in the networks that it is in */
  near: Array<string>;
  needed: boolean;
  product: string;
  /** whether plans are sold; before the set-up, what it proposes */
  selling: boolean;
  signup: 'open' | 'invited' | 'closed';
  /** text messages go out */
  sms: boolean;
  version: string;
}

export interface SetupResult {
  access: string;
  device: string;
  refresh: string;
  space_id: string;
  user: User | null;
}

export interface SharedDirectory {
  directory_id: string;
  files_count: number;
  last_modified_at: string;
  name: string;
  /** in search results, the directories above it, from the item of the link; empty otherwise */
  path: Array<PathStep>;
  size: number;
  /** downloads the directory as an archive; null in a view-only link */
  url: string | null;
}

export interface SharedFile {
  content_type: string;
  file_id: string;
  file_name: string;
  last_modified_at: string;
  /** the first lines of a text, as plain text; null when the file has none */
  lines_url: string | null;
  /** in search results, the directories above it, from the item of the link; empty otherwise */
  path: Array<PathStep>;
  preview: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown' | 'document' | 'presentation' | 'spreadsheet' | 'archive' | 'font' | 'none';
  /** shows the file in the browser; null when browsers cannot display it */
  preview_url: string | null;
  size: number;
  /** null when the file has none */
  thumbnail_url: string | null;
  /** downloads the file; null in a view-only link */
  url: string | null;
}

export interface SharedGrant {
  download_token: string;
  expires_at: string;
  /** the opened link with its items */
  link: SharedLink;
  /** shows the file in the browser; null when its type cannot be shown */
  preview_url: string | null;
  /** carries the token; without it the token goes into X-Download-Token */
  url: string;
}

export interface SharedLink {
  content_type: string;
  /** empty when only some addresses have access, as it was mailed to them */
  email_description: string;
  /** null for a permanent link */
  expire_at: string | null;
  file_name: string;
  files_count: number;
  /** the link has a download limit */
  is_limited: boolean;
  /** locked: the items are shown only after the link is opened */
  kind: 'file' | 'directory' | 'selection' | 'locked';
  /** null while the link is locked */
  last_modified_at: string | null;
  needs: Array<'password' | 'email'>;
  preview: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown' | 'document' | 'presentation' | 'spreadsheet' | 'archive' | 'font' | 'none';
  /** name of the link's creator */
  shared_by: string;
  size: number;
  title: string;
  /** number of the version; null unless the link gives a single file */
  version: number | null;
  view_only: boolean;
  workspace: WorkspaceSummary;
}

export interface SharedListing {
  directories: Array<SharedDirectory>;
  files: Array<SharedFile>;
  name: string;
  page_info: PageInfo;
  /** from the item of the link down to the directory; empty for the items of a selection */
  path: Array<PathStep>;
  /** downloads all of it as an archive; null in a view-only link */
  url: string | null;
}

export interface SharedMatches {
  directories: Array<SharedDirectory>;
  files: Array<SharedFile>;
  /** there are more results */
  more: boolean;
}

export interface SheetCheck {
  /** it is the sheet that counts */
  known: boolean;
  /** where the mistake is, from 1; 0 for none */
  line: number;
  /** other: these are the letters of another sheet */
  mistake: '' | 'missing' | 'short' | 'long' | 'letter' | 'wrong' | 'mixed' | 'other';
}

export interface SheetColumn {
  count: number;
  name: string;
  sum: number | null;
}

export interface SheetConfirmation {
  confirmed: boolean;
  /** tries that are left; after the last one the sheet is void */
  left: number;
}

export interface SheetSummary {
  columns: Array<SheetColumn>;
  cut: boolean;
  name: string;
  place: number;
  rows: number;
}

export interface SignedURL {
  expires_at: string;
  url: string;
}

export interface SignupSetting {
  /** flags that give it, so that it cannot be changed here */
  fixed: Array<string>;
  mode: 'open' | 'invited' | 'closed';
}

export interface Space {
  access: 'public' | 'private';
  avatar_url: string | null;
  created_at: string;
  /** the role of users who join by themselves while the workspace is public */
  default_role: 'editor' | 'organizer' | 'viewer' | 'no_role';
  directory_id: string;
  /** why staff froze the workspace */
  frozen_reason?: string;
  guest: boolean;
  /** the plan expired, or the workspace is frozen: nothing can be written */
  locked: boolean;
  member_count: number;
  my_root_directory_id: string;
  my_trash_directory_id: string;
  organization_title: string;
  /** name of the plan; null without one */
  plan: string | null;
  plan_ends_at: string | null;
  /** name of the owner, whom members ask for a renewal; in the list of workspaces, once the paid time is over */
  plan_owner: string;
  prevent_sharing_non_members: boolean;
  primary_color: string;
  quota: Array<SpaceQuota>;
  role: 'owner' | 'admin' | 'editor' | 'organizer' | 'viewer' | 'no_role';
  root_directory_id: string;
  secondary_color: string;
  space_id: string;
  space_name: string;
  title: string;
  trash_id: string;
  trash_root_directory_id: string;
}

export interface SpaceGrowth {
  /** the fastest first; of each kind that it ever had since these were noted */
  kinds: Array<KindGrowth>;
}

export interface SpaceList {
  page_info: PageInfo;
  workspaces: Array<Space>;
}

export interface SpaceQuota {
  /** in bytes; null when only the disk is a limit */
  limit: number | null;
  quota_type: 'max_storage_size';
  remaining: number;
  used: number;
}

export interface StaffRights {
  changes: Array<string>;
  /** areas: overview, people, workspaces, tickets, money, outbox, system, settings, audit */
  reads: Array<string>;
  role: 'administrator' | 'support' | 'finance' | 'auditor';
}

export interface StaffSummary {
  /** the last message is one of support */
  answered: boolean;
  assignee: TicketPerson | null;
  closed_at: string | null;
  created_at: string;
  department: 'technical' | 'financial' | 'sales' | 'other';
  /** until when support answers; null while nobody waits for that */
  due_at: string | null;
  id: string;
  plan_type: string;
  status: 'pending' | 'closed' | 'solved';
  subject: string;
  tier: string;
  tracking_code: string;
  /** support answered since you looked */
  unread: boolean;
  updated_at: string;
  user: TicketPerson;
  /** counts the changes; each act names the one that it saw */
  version: number;
}

export interface StaffTicket {
  /** the last message is one of support */
  answered: boolean;
  assignee: TicketPerson | null;
  attachments: Array<TicketFile>;
  author: string;
  closed_at: string | null;
  created_at: string;
  department: 'technical' | 'financial' | 'sales' | 'other';
  description: string;
  /** until when support answers; null while nobody waits for that */
  due_at: string | null;
  id: string;
  merged_into: string | null;
  /** the latest other tickets of the user */
  others: Array<StaffSummary>;
  plan_type: string;
  replies: Array<TicketReply>;
  status: 'pending' | 'closed' | 'solved';
  subject: string;
  tier: string;
  tracking_code: string;
  /** support answered since you looked */
  unread: boolean;
  updated_at: string;
  user: TicketPerson;
  /** counts the changes; each act names the one that it saw */
  version: number;
  /** of the user, five at most */
  workspaces: Array<TicketSpace>;
}

export interface StaffTickets {
  /** of all tickets that you may see, whatever the filter */
  counts: TicketCounts;
  page_info: PageInfo;
  tickets: Array<StaffSummary>;
}

export interface StaticCodes {
  /** ten of them, or null; each works once */
  static_codes: Array<string> | null;
}

export interface StaticCodesLeft {
  created_at: string | null;
  left: number;
}

export interface Stripe {
  /** only answered */
  has_secret?: boolean;
  /** only answered */
  has_webhook_secret?: boolean;
  /** not offered to buyers; payments under way are still settled */
  off?: boolean;
  /** only sent: forget both secrets */
  remove_secret?: boolean;
  /** the secret key; only sent, to replace the one before */
  secret?: string;
  /** empty for that of Stripe itself; with another address the secrets have to be sent again */
  url: string;
  /** the signing secret of the webhook; only sent */
  webhook_secret?: string;
}

export interface Suggestion {
  email: string;
  /** empty for an address that belongs to nobody yet */
  name: string;
}

export interface SuggestionList {
  people: Array<Suggestion>;
}

export interface SummariesSetting {
  /** a key is kept for its host; it is never shown */
  has_key: boolean;
  model: string;
  /** the base, to which /chat/completions is added; empty for none */
  url: string;
}

export interface SummariesTest {
  model: string;
  /** a sentence in Persian */
  sample: string;
  seconds: number;
  /** about: three characters count as one */
  tokens_per_second: number;
}

export interface SummaryOffer {
  /** to which the text of the file goes */
  host: string;
  model: string;
  /** no endpoint; not in the plan; not allowed by the owner; not allowed to the caller */
  status: 'off' | 'plan' | 'owner' | 'rights' | 'ready';
}

export interface SummarySending {
  ai_agent: 'disabled' | 'summarize' | 'full';
  allowed: boolean;
  /** of the endpoint; empty when no model writes summaries here */
  host: string;
  /** only the owner may */
  may_change: boolean;
  model: string;
}

export interface SupportDesk {
  /** you see every department, and may change texts and holidays */
  all: boolean;
  canned: Array<CannedText>;
  holidays: Array<Holiday>;
  /** you, among the staff */
  mine: string;
  /** who may answer tickets */
  staff: Array<TicketPerson>;
}

export interface SupportPlan {
  /** business days until an answer */
  days: number;
  /** those of the department financial */
  financial_days: number;
  /** name of the plan; empty without an active one */
  plan_type: string;
  tier: 'off' | 'basic' | 'growth' | 'professional' | 'enterprise';
}

export interface Surplus {
  amount: number;
  /** the provider's name for it */
  authority: string;
  created_at: string;
  provider: string;
  surplus_id: string;
}

export interface TargetRole {
  inherited: boolean;
  members_count: number;
  name: string;
  permissions: Array<PermissionRule>;
  role_id: string;
  target: TargetView | null;
}

export interface TargetRoleList {
  roles: Array<TargetRole>;
}

export interface TargetView {
  /** the parent directory; null for a root, and for items that the caller may not read */
  directory_id: string | null;
  name: string;
  /** of the directory it lies in */
  path: string;
  target_id: string;
  target_type: 'folder' | 'file';
}

export interface TaskResult {
  /** rows written */
  done: number;
  error: Failure | null;
  result: Moved | null;
  status: 'running' | 'done' | 'failed';
  task_id: string;
  total: number;
  undo_id: string | null;
}

export interface TeamActivity {
  /** the newest of them in their place; the making of the directory that came with what is in it */
  activity: Activity;
  /** of the newest */
  at: string;
  /** in their place itself, not in one another */
  directories_count: number;
  files_count: number;
  /** there were more than have been counted */
  is_more: boolean;
}

export interface TeamActivityList {
  groups: Array<TeamActivity>;
}

export interface TemplateFolder {
  directory_id: string;
  name: string;
}

export interface ThumbnailList {
  thumbnails: Array<ThumbnailURL>;
}

export interface ThumbnailResult {
  expires_at: string | null;
  /** lines: the URL gives the first lines of a text, as plain text */
  status: 'ready' | 'lines' | 'pending' | 'none';
  url: string | null;
}

export interface ThumbnailURL {
  file_id: string;
  url: string;
}

export interface Ticket {
  /** the last message is one of support */
  answered: boolean;
  /** those of the first message */
  attachments: Array<TicketFile>;
  author: string;
  closed_at: string | null;
  created_at: string;
  department: 'technical' | 'financial' | 'sales' | 'other';
  /** its first message */
  description: string;
  /** until when support answers; null while nobody waits for that */
  due_at: string | null;
  id: string;
  plan_type: string;
  /** the other messages, oldest first */
  replies: Array<TicketReply>;
  status: 'pending' | 'closed' | 'solved';
  subject: string;
  tier: string;
  tracking_code: string;
  /** support answered since you looked */
  unread: boolean;
  updated_at: string;
}

export interface TicketCounts {
  closed: number;
  /** of the pending ones */
  overdue: number;
  pending: number;
  solved: number;
}

export interface TicketFile {
  attachment_id: string;
  content_type: 'image/jpeg' | 'image/png' | 'video/mp4';
  name: string;
  size: number;
}

export interface TicketList {
  page_info: PageInfo;
  tickets: Array<TicketSummary>;
}

export interface TicketPerson {
  _id: string;
  email: string;
  name: string;
}

export interface TicketReply {
  attachments: Array<TicketFile>;
  author: string;
  by_mail: boolean;
  created_at: string;
  id: string;
  /** only staff see it */
  note: boolean;
  /** written by support */
  staff: boolean;
  text: string;
}

export interface TicketSpace {
  owner: boolean;
  /** name of the plan; unlimited for none */
  plan: string;
  plan_ends_at: string | null;
  space_id: string;
  title: string;
}

export interface TicketSummary {
  /** the last message is one of support */
  answered: boolean;
  closed_at: string | null;
  created_at: string;
  department: 'technical' | 'financial' | 'sales' | 'other';
  /** until when support answers; null while nobody waits for that */
  due_at: string | null;
  id: string;
  plan_type: string;
  status: 'pending' | 'closed' | 'solved';
  subject: string;
  tier: string;
  tracking_code: string;
  /** support answered since you looked */
  unread: boolean;
  updated_at: string;
}

export interface TicketsCannedIn {
  /** a new one when missing */
  canned_id?: string;
  text: string;
  title: string;
}

export interface TicketsHolidaysIn {
  holidays: Array<Holiday>;
}

export interface TicketsOpenIn {
  attachments?: Array<string>;
  department: 'technical' | 'financial' | 'sales' | 'other';
  description: string;
  subject: string;
}

export interface TierSetting {
  /** bytes on the disk for what is read of them */
  cache: number;
  /** of the prices, as people write it */
  currency: string;
  /** without a reader; 0 for never */
  days: number;
  /** of 1 GB that is read there; 0 where it is not known */
  read_price: number;
  /** of 1 GB at the target for a month; 0 where it is not known */
  stored_price: number;
}

export interface TierState {
  /** of them */
  bytes: number;
  /** bytes on the disk for what is read of them */
  cache: number;
  /** bytes that are kept of what was read */
  cached: number;
  /** of the prices, as people write it */
  currency: string;
  /** without a reader; 0 for never */
  days: number;
  /** bytes that were read at the targets since the start */
  fetched: number;
  /** bytes that were read from them since the start */
  hits: number;
  /** packs of contents, and large contents, that are not on the disk */
  objects: number;
  /** why none may leave; empty for no reason */
  obstacle: 'no_target' | 'trouble' | 'drill' | '';
  /** the target that it is about; may be empty */
  obstacle_target: string;
  /** why nothing comes back now while it is off, in English; empty while something does */
  problem: string;
  /** when was last looked which may leave; null for never since the start */
  ran_at: string | null;
  /** of 1 GB that is read there; 0 where it is not known */
  read_price: number;
  /** of 1 GB at the target for a month; 0 where it is not known */
  stored_price: number;
  /** at which they are */
  targets: Array<string>;
  /** objects that nobody read for long enough, and that are not proven twice yet */
  waiting: number;
  waiting_bytes: number;
}

export interface TokenPair {
  /** bearer token, good for 15 minutes */
  access: string;
  /** good once */
  refresh: string;
}

export interface TrashEmptyIn {
  /** the root of a trash */
  directory_id: string;
  space_id: string;
  /** what came into the trash later stays (RFC 3339); now when absent */
  until?: string;
}

export interface TrashListing {
  directories: Array<TrashedDirectory>;
  /** directories among page_info.total; they come first */
  directories_total: number;
  directory: Directory;
  files: Array<TrashedFile>;
  /** the moment of the list, for a selection of all of it */
  listed_at: string;
  page_info: PageInfo;
  path: Array<PathStep>;
}

export interface TrashedDirectory {
  created_at: string;
  created_by: Person;
  current_permissions: Array<PermissionRule>;
  custom_fields: Array<FieldValue>;
  days_left: number | null;
  directories_count: number;
  directory_id: string;
  directory_path: string;
  files_count: number;
  has_upload_box: boolean;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  name: string;
  original_directory_id: string | null;
  /** of the directory that a restore returns it to; null when that is gone */
  original_path: string | null;
  parent_id: string | null;
  /** when it is deleted forever */
  removed_at: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  trashed_at: string | null;
  trashed_by: Person | null;
}

export interface TrashedFile {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  days_left: number | null;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  hash: string;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  original_directory_id: string | null;
  /** of the directory that a restore returns it to; null when that is gone */
  original_path: string | null;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  /** when it is deleted forever */
  removed_at: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  trashed_at: string | null;
  trashed_by: Person | null;
  version_id: string;
  version_number: number;
}

export interface Trouble {
  /** of the catalogue of errors */
  key: string;
  /** what the mail server said; empty where it is none */
  words: string;
}

export interface TwoFactorMethod {
  created_at: string;
  last_used: string | null;
  method: 'sms' | 'totp' | 'email';
  /** masked address or number that gets its codes */
  target: string;
}

export interface TwoFactors {
  is_active: boolean;
  methods: Array<TwoFactorMethod>;
  static_codes_left: number;
}

export interface TwofactorDisableIn {
  /** all by default */
  method?: 'sms' | 'totp' | 'email';
  /** a code of the method, of one that has been on for a day or longest, or a static one */
  token: string;
}

export interface TwofactorEnableIn {
  /** also make static codes; has an effect only for the first method */
  generate_static_code?: boolean;
  /** the code */
  token: string;
}

export interface TwofactorRenewIn {
  /** a code of a method that has been on for a day or longest */
  token: string;
}

export interface TwofactorStaticCodeIn {
  /** by default the one that was turned on first */
  method?: 'sms' | 'totp' | 'email';
}

export interface TwofactorStepIn {
  /** ask for no second step on this browser for 30 days */
  remember?: boolean;
  src: 'sms' | 'totp' | 'email' | 'static';
  /** the code; its digits may be Persian, Arabic or Latin */
  token: string;
}

export interface UploadList {
  page_info: PageInfo;
  uploads: Array<UploadState>;
}

export interface UploadReceipt {
  at: string;
  /** BLAKE3 of the file, 64 hexadecimal digits */
  hash: string;
  /** the file name as the visitor sent it */
  name: string;
  size: number;
}

export interface UploadResult {
  /** null for visitors of an upload box */
  file: File | null;
  outcome: 'created' | 'renamed' | 'version' | 'replaced' | 'skipped';
  /** only for visitors of an upload box */
  receipt: UploadReceipt | null;
}

export interface UploadStart {
  /** the version of the same name that the file may be sent as changes of; null for none */
  base: BaseVersion | null;
  checksum: string;
  chunk_count: number;
  /** first missing part, from 0; equal to chunk_count when all are here */
  chunk_number: number;
  chunk_size: number;
  content_type: string;
  created_at: string;
  /** parts of which the beginning is here, each with its number of bytes */
  cut: Array<Array<number>>;
  directory_id: string;
  file_size: number;
  key: string;
  /** ranges of parts that are here, [from, to) */
  present: Array<Array<number>>;
  relative_path: string;
  upload_id: string;
}

export interface UploadState {
  checksum: string;
  chunk_count: number;
  /** first missing part, from 0; equal to chunk_count when all are here */
  chunk_number: number;
  chunk_size: number;
  content_type: string;
  created_at: string;
  /** parts of which the beginning is here, each with its number of bytes */
  cut: Array<Array<number>>;
  directory_id: string;
  file_size: number;
  key: string;
  /** ranges of parts that are here, [from, to) */
  present: Array<Array<number>>;
  relative_path: string;
  upload_id: string;
}

export interface UploadsAbortIn {
  checksum: string;
  key: string;
  space_id: string;
  upload_id?: string;
}

export interface UploadsCompleteIn {
  /** with on_duplicate version: fails unless this is the newest version */
  base_version?: string;
  checksum: string;
  content_hash?: string;
  key: string;
  on_duplicate?: 'rename' | 'version' | 'replace' | 'skip';
  space_id: string;
  upload_id?: string;
}

export interface UploadsInitializeIn {
  checksum: string;
  content_type?: string;
  directory_id: string;
  file_size: number;
  /** parts whose connections you gave up: calls that still bring them end, and cut says what came */
  given_up?: Array<number>;
  key: string;
  /** the time of the file itself (RFC 3339, years 1 to 9999); what is no such time counts as none */
  modified_at?: string;
  on_duplicate?: 'rename' | 'version' | 'replace' | 'skip';
  /** the largest part, in bytes, that reaches the server, known after a proxy answered 413 */
  part_limit?: number;
  relative_path?: string;
  space_id: string;
}

export interface UsedFile {
  /** of the direct link */
  access: 'private' | 'public';
  content_type: string;
  created_at: string;
  created_by: Person;
  custom_fields: Array<FieldValue>;
  directory_id: string;
  /** absent while no one edits the file */
  editing?: Editing;
  file_id: string;
  file_name: string;
  hash: string;
  is_favorite: boolean;
  last_modified_at: string;
  last_modified_by: Person;
  path: Array<PathStep>;
  permissions: Array<PermissionRule>;
  /** the only version that is public; null for the newest */
  public_version_id: string | null;
  size: number;
  /** deleted in the trash */
  status: 'ready' | 'deleted';
  /** lines: the first ones of a text; null when there will be none */
  thumbnail: 'pending' | 'ready' | 'lines' | null;
  used_at: string;
  version_id: string;
  version_number: number;
}

export interface UsedList {
  directories: Array<FoundDirectory>;
  files: Array<UsedFile>;
  page_info: PageInfo;
}

export interface User {
  _id: string;
  avatar: string | null;
  created_at: string;
  email: string;
  first_name: string;
  has_password: boolean;
  has_static_code: boolean;
  is_2fa_active: boolean;
  is_email_validated: boolean;
  is_mobile_validated: boolean;
  is_onboarded: boolean;
  language: 'fa' | 'en';
  last_name: string;
  mobile: string;
  /** becomes the address when its code came */
  pending_email: string;
  pending_mobile: string;
  promotion_code: string;
  /** role in the staff console: administrator, support, finance or auditor; empty for a user who may not enter it */
  staff: string;
  /** empty: as the device has it */
  theme: '' | 'light' | 'dark';
  two_factor_methods: Array<'sms' | 'totp' | 'email'>;
}

export interface ViewAsResult {
  may_read: boolean;
  permissions: Array<PermissionRule>;
}

export interface WholeList {
  /** true */
  all: boolean;
  /** of the list; for calls on the trash, the trash or a directory in it */
  directory_id: string;
  /** up to 5,000 ids of the list that are left out */
  except?: Array<string>;
  /** listed_at of the list that was shown: what came into it later is left out (RFC 3339); nothing is when absent */
  until?: string;
}

export interface WopiFile {
  BaseFileName: string;
  ClosePostMessage: boolean;
  EnableOwnerTermination: boolean;
  FileExtension: string;
  HostEditUrl?: string;
  IsAnonymousUser: boolean;
  /** of the contents; comes back in X-COOL-WOPI-Timestamp */
  LastModifiedTime: string;
  OwnerId: string;
  PostMessageOrigin: string;
  ReadOnly: boolean;
  Size: number;
  SupportsDeleteFile: boolean;
  SupportsExtendedLockLength: boolean;
  SupportsGetLock: boolean;
  SupportsLocks: boolean;
  SupportsRename: boolean;
  SupportsUpdate: boolean;
  /** the person may not make files beside it */
  UserCanNotWriteRelative: boolean;
  UserCanRename: boolean;
  UserCanWrite: boolean;
  UserFriendlyName: string;
  UserId: string;
  Version: string;
}

export interface WopiFrame {
  access_token: string;
  /** when the token ends, in milliseconds since 1970 */
  access_token_ttl: number;
  /** of the form */
  url: string;
}

export interface WopiMade {
  HostEditUrl: string;
  HostViewUrl: string;
  Name: string;
  /** with an access token */
  Url: string;
}

export interface WopiServer {
  /** where this server reaches it; empty for the same */
  internal_url: string;
  /** where it reaches this server; empty for where users do */
  own_url: string;
  /** its certificate is not checked */
  skip_verify: boolean;
  /** where browsers reach it; empty for none */
  url: string;
}

export interface WopiSetting {
  /** where users reach this server, and the office server too unless own_url says otherwise */
  reached_at: string;
  source: 'none' | 'console';
  value: WopiServer;
}

export interface WopiStored {
  LastModifiedTime: string;
}

export interface WopiTest {
  /** false when the server cannot tell whether it reaches this one */
  access_checked: boolean;
  /** the last one failed unless all passed */
  legs: Array<OfficeLeg>;
  /** users reach this server by HTTPS and the office server by HTTP: browsers refuse that */
  mixed: boolean;
  passed: boolean;
}

export interface WorkspaceGrowth {
  /** at the pace of slow weeks; null for perhaps never */
  full_latest: number | null;
  /** days until it is full, at the pace of fast weeks; null unless it fills */
  full_soonest: number | null;
  /** there is enough history: ten notes in two weeks */
  known: boolean;
  /** bytes; 0 is none */
  limit: number;
  /** bytes in 30 days, of a slow week; 0 while nothing is known */
  month_least: number;
  /** of a usual week */
  month_likely: number;
  /** of a fast week */
  month_most: number;
  /** bytes on the noted days of the last 30, the oldest first */
  recently: Array<number>;
  space_id: string;
  state: 'unknown' | 'unlimited' | 'steady' | 'fills' | 'full';
  title: string;
  /** bytes now */
  used: number;
}

export interface WorkspaceSummary {
  avatar_url: string | null;
  organization_title: string;
  primary_color: string;
  secondary_color: string;
  title: string;
}

export interface WorkspacesAutoIn {
  payment_id: string;
}

export interface WorkspacesCreateIn {
  /** email addresses of users who become editors; without an account they are invited */
  members?: Array<string>;
  payment_id?: string;
  title: string;
}

export interface WorkspacesRenameIn {
  space_id: string;
  title: string;
}

export interface WorkspacesTitleIn {
  title: string;
}

export interface WriterHolds {
  commits: number;
  /** the longest that one took to be on the disk */
  flush_ms: number;
  /** transactions that held it for more than 50 ms */
  long: number;
  /** that one transaction held it, before its flush */
  longest_ms: number;
}

export interface ZipResult {
  expires_at: string;
  files: number;
  name: string;
  size: number;
  url: string;
}

/** Every call with what it takes and what it answers. */
export interface Calls {
  'GET accounts/api-tokens': { path: never; query: never; body: never; answer: APITokenList };
  'POST accounts/api-tokens': { path: never; query: never; body: ApitokensCreateIn; answer: APIToken };
  'DELETE accounts/api-tokens/{token_id}': { path: { token_id: string }; query: never; body: never; answer: void };
  'DELETE accounts/arvan': { path: never; query: never; body: never; answer: void };
  'GET accounts/arvan': { path: never; query: never; body: never; answer: BucketAccount };
  'PUT accounts/arvan': { path: never; query: never; body: BucketConnectIn; answer: BucketAccount };
  'GET accounts/arvan/bucket': { path: never; query: { page?: number; limit?: number }; body: never; answer: BucketList };
  'GET accounts/audit': { path: never; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: AuditList };
  'GET accounts/audit/export': { path: never; query: never; body: never; answer: Blob };
  'GET accounts/connected-devices': { path: never; query: never; body: never; answer: ConnectedDeviceList };
  'POST accounts/connected-devices': { path: never; query: never; body: ApitokensConnectIn; answer: ConnectedDevice };
  'GET accounts/connected-devices/home': { path: never; query: never; body: never; answer: DeviceHome };
  'PUT accounts/connected-devices/home': { path: never; query: never; body: NextcloudHomeIn; answer: void };
  'DELETE accounts/connected-devices/{token_id}': { path: { token_id: string }; query: never; body: never; answer: void };
  'POST accounts/connected-devices/{token_id}/wipe': { path: { token_id: string }; query: never; body: never; answer: void };
  'POST accounts/device-login': { path: never; query: never; body: NextcloudFlowIn; answer: DeviceLogin };
  'POST accounts/device-login/allow': { path: never; query: never; body: NextcloudFlowIn; answer: DeviceAllowed };
  'POST accounts/device-login/deny': { path: never; query: never; body: NextcloudFlowIn; answer: void };
  'DELETE accounts/devices': { path: never; query: never; body: SessionsForgetIn; answer: void };
  'GET accounts/devices': { path: never; query: never; body: never; answer: DeviceList };
  'POST accounts/google/auth': { path: never; query: never; body: ProvidersCodeIn; answer: ProviderLogin };
  'GET accounts/google/login': { path: never; query: { purpose?: 'login' | 'link'; redirect_to?: string }; body: never; answer: ProviderPage };
  'GET accounts/identities': { path: never; query: { language?: string }; body: never; answer: IdentityList };
  'GET accounts/passkeys': { path: never; query: never; body: never; answer: PasskeyList };
  'POST accounts/passkeys/register/begin': { path: never; query: never; body: never; answer: PasskeyQuestion };
  'POST accounts/passkeys/register/finish': { path: never; query: never; body: PostAccountsPasskeysRegisterFinishBody; answer: PasskeyView };
  'DELETE accounts/passkeys/{passkey_id}': { path: { passkey_id: string }; query: never; body: never; answer: void };
  'PUT accounts/passkeys/{passkey_id}': { path: { passkey_id: string }; query: never; body: PutAccountsPasskeysPasskeyIdBody; answer: PasskeyView };
  'GET accounts/providers': { path: never; query: { language?: string }; body: never; answer: ProviderList };
  'DELETE accounts/providers/{provider}': { path: { provider: string }; query: never; body: never; answer: void };
  'POST accounts/providers/{provider}/auth': { path: { provider: string }; query: never; body: PostAccountsProvidersProviderAuthBody; answer: ProviderLogin };
  'POST accounts/providers/{provider}/link': { path: { provider: string }; query: never; body: PostAccountsProvidersProviderLinkBody; answer: void };
  'GET accounts/providers/{provider}/login': { path: { provider: string }; query: { purpose?: 'login' | 'link'; redirect_to?: string }; body: never; answer: ProviderPage };
  'DELETE accounts/sessions': { path: never; query: never; body: SessionsEndIn; answer: void };
  'GET accounts/sessions': { path: never; query: never; body: never; answer: SessionList };
  'DELETE accounts/sessions/all': { path: never; query: { current?: boolean }; body: never; answer: void };
  'GET accounts/two-factor': { path: never; query: never; body: never; answer: TwoFactors };
  'GET accounts/two-factor/disable': { path: never; query: { method?: 'sms' | 'totp' | 'email' }; body: never; answer: void };
  'GET accounts/two-factor/email': { path: never; query: never; body: never; answer: void };
  'GET accounts/two-factor/sms': { path: never; query: { mobile?: string }; body: never; answer: void };
  'GET accounts/two-factor/static': { path: never; query: never; body: never; answer: StaticCodesLeft };
  'POST accounts/two-factor/static': { path: never; query: never; body: TwofactorRenewIn; answer: StaticCodes };
  'POST accounts/two-factor/static/code': { path: never; query: never; body: TwofactorStaticCodeIn; answer: void };
  'GET accounts/two-factor/totp': { path: never; query: never; body: never; answer: AuthenticatorSecret };
  'POST accounts/two-factor/verify-disable': { path: never; query: never; body: TwofactorDisableIn; answer: void };
  'POST accounts/two-factor/verify-email': { path: never; query: never; body: TwofactorEnableIn; answer: StaticCodes };
  'POST accounts/two-factor/verify-sms': { path: never; query: never; body: TwofactorEnableIn; answer: StaticCodes };
  'POST accounts/two-factor/verify-totp': { path: never; query: never; body: TwofactorEnableIn; answer: StaticCodes };
  'GET accounts/v1/captcha': { path: never; query: never; body: never; answer: CaptchaChallenge };
  'POST accounts/v1/desktop-login': { path: never; query: never; body: SessionsAllowIn; answer: DesktopCode };
  'POST accounts/v1/desktop-login/token': { path: never; query: never; body: SessionsRedeemIn; answer: LoginResult };
  'POST accounts/v1/invitations/accept': { path: never; query: never; body: MembersCodeIn; answer: AcceptResult };
  'POST accounts/v1/invitations/preview': { path: never; query: never; body: MembersCodeIn; answer: InvitationPreview };
  'POST accounts/v1/token/refresh': { path: never; query: never; body: SessionsRefreshIn; answer: TokenPair };
  'POST accounts/v1/users/active-email': { path: never; query: never; body: AccountsActiveIn; answer: void };
  'POST accounts/v1/users/login': { path: never; query: never; body: AccountsLoginIn; answer: LoginResult };
  'POST accounts/v1/users/login/passkey/begin': { path: never; query: never; body: never; answer: PasskeyQuestion };
  'POST accounts/v1/users/login/passkey/finish': { path: never; query: never; body: PasskeysAnswerIn; answer: LoginResult };
  'GET accounts/v1/users/login/resend-two-factor': { path: never; query: { src?: 'sms' | 'email' }; body: never; answer: void };
  'POST accounts/v1/users/login/two-factor': { path: never; query: never; body: TwofactorStepIn; answer: LoginResult };
  'POST accounts/v1/users/login/two-factor/passkey/begin': { path: never; query: never; body: never; answer: PasskeyQuestion };
  'POST accounts/v1/users/login/two-factor/passkey/finish': { path: never; query: never; body: PostAccountsV1UsersLoginTwoFactorPasskeyFinishBody; answer: LoginResult };
  'POST accounts/v1/users/logout': { path: never; query: never; body: SessionsRefreshIn; answer: void };
  'GET accounts/v1/users/me': { path: never; query: never; body: never; answer: User };
  'PUT accounts/v1/users/me': { path: never; query: never; body: AccountsMeIn; answer: User };
  'PUT accounts/v1/users/me/email-verification': { path: never; query: never; body: AccountsEmailIn; answer: void };
  'PUT accounts/v1/users/me/mobile-verification': { path: never; query: never; body: AccountsMobileIn; answer: void };
  'PUT accounts/v1/users/me/profile': { path: never; query: never; body: AccountsProfileIn; answer: User };
  'POST accounts/v1/users/password/change': { path: never; query: never; body: AccountsPasswordIn; answer: void };
  'POST accounts/v1/users/password/forgot': { path: never; query: never; body: AccountsForgotIn; answer: void };
  'POST accounts/v1/users/password/reset': { path: never; query: never; body: AccountsResetIn; answer: void };
  'POST accounts/v1/users/password/reset/check': { path: never; query: never; body: AccountsCheckResetIn; answer: ResetTarget };
  'GET accounts/v1/users/reauthenticate': { path: never; query: never; body: never; answer: AccountWays };
  'POST accounts/v1/users/reauthenticate': { path: never; query: never; body: AccountsReauthenticateIn; answer: void };
  'POST accounts/v1/users/reauthenticate/code': { path: never; query: never; body: AccountsWayIn; answer: void };
  'POST accounts/v1/users/reauthenticate/passkey/begin': { path: never; query: never; body: never; answer: PasskeyQuestion };
  'POST accounts/v1/users/reauthenticate/passkey/finish': { path: never; query: never; body: PasskeysAnswerIn; answer: void };
  'POST accounts/v1/users/signup': { path: never; query: never; body: AccountsSignupIn; answer: LoginResult };
  'GET accounts/v1/users/verify-email': { path: never; query: never; body: never; answer: void };
  'POST accounts/v1/users/verify-email': { path: never; query: never; body: AccountsVerifyIn; answer: void };
  'GET accounts/v1/users/verify-mobile': { path: never; query: never; body: never; answer: void };
  'POST accounts/v1/users/verify-mobile': { path: never; query: never; body: AccountsVerifyIn; answer: void };
  'GET admin/audit': { path: never; query: { cursor?: string; page?: number; limit?: number; number?: number; user_id?: string; action?: string; from?: string; to?: string }; body: never; answer: AuditList };
  'GET admin/audit/check': { path: never; query: never; body: never; answer: AuditCheck };
  'GET admin/audit/export': { path: never; query: never; body: never; answer: Blob };
  'POST admin/boxes/{upload_id}/end': { path: { upload_id: string }; query: never; body: PostAdminBoxesUploadIdEndBody; answer: void };
  'GET admin/copies': { path: never; query: never; body: never; answer: AdminCopies };
  'POST admin/copies/reseal': { path: never; query: never; body: never; answer: ResealResult };
  'POST admin/copies/sheet': { path: never; query: never; body: never; answer: AdminNewSheet };
  'POST admin/copies/sheet/check': { path: never; query: never; body: ConsoleCheckSheetIn; answer: SheetCheck };
  'POST admin/copies/sheet/confirm': { path: never; query: never; body: ConsoleConfirmSheetIn; answer: SheetConfirmation };
  'GET admin/counts': { path: never; query: never; body: never; answer: AdminCounts };
  'GET admin/discounts': { path: never; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: DiscountList };
  'PUT admin/discounts/{code}': { path: { code: string }; query: never; body: PutAdminDiscountsCodeBody; answer: DiscountList };
  'GET admin/events': { path: never; query: { cursor?: string; page?: number; limit?: number; user_id?: string; action?: string }; body: never; answer: AuditList };
  'GET admin/examination': { path: never; query: { language?: '' | 'fa' | 'en' }; body: never; answer: AdminExamination };
  'GET admin/first-steps': { path: never; query: { look?: boolean }; body: never; answer: FirstSteps };
  'PUT admin/first-steps': { path: never; query: never; body: FirststepsDismissIn; answer: FirstSteps };
  'POST admin/first-steps/mail': { path: never; query: never; body: never; answer: MailTest };
  'GET admin/growth': { path: never; query: never; body: never; answer: Growth };
  'GET admin/growth/workspaces/{space_id}': { path: { space_id: string }; query: never; body: never; answer: SpaceGrowth };
  'GET admin/jobs': { path: never; query: never; body: never; answer: AdminJobs };
  'POST admin/jobs/{name}/run': { path: { name: string }; query: never; body: never; answer: AdminJobs };
  'POST admin/links/{download_id}/end': { path: { download_id: string }; query: never; body: PostAdminLinksDownloadIdEndBody; answer: void };
  'GET admin/log': { path: never; query: { since?: number; level?: '' | 'debug' | 'info' | 'warn' | 'error'; query?: string; limit?: number; wait?: number }; body: never; answer: LogLines };
  'GET admin/outbox': { path: never; query: { state?: '' | 'waiting' | 'sent' | 'given_up' | 'kept' | 'canceled'; channel?: '' | 'mail' | 'sms'; kind?: string; query?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: OutboxList };
  'POST admin/outbox/resend': { path: never; query: never; body: never; answer: OutboxResent };
  'GET admin/outbox/templates': { path: never; query: { language?: '' | 'fa' | 'en' }; body: never; answer: OutboxTemplates };
  'POST admin/outbox/test': { path: never; query: never; body: ConsoleTestIn; answer: OutboxTest };
  'GET admin/outbox/{message_id}': { path: { message_id: string }; query: never; body: never; answer: OutboxDetail };
  'POST admin/outbox/{message_id}/cancel': { path: { message_id: string }; query: never; body: never; answer: void };
  'POST admin/outbox/{message_id}/resend': { path: { message_id: string }; query: never; body: never; answer: void };
  'GET admin/overview': { path: never; query: never; body: never; answer: Overview };
  'GET admin/payments': { path: never; query: { state?: '' | 'pending' | 'paid' | 'surplus' | 'failed'; query?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: AdminPayments };
  'GET admin/payments/export': { path: never; query: never; body: never; answer: Blob };
  'POST admin/payments/{payment_id}/confirm': { path: { payment_id: string }; query: never; body: PostAdminPaymentsPaymentIdConfirmBody; answer: void };
  'GET admin/payments/{payment_id}/pdf': { path: { payment_id: string }; query: { language?: string }; body: never; answer: Blob };
  'GET admin/payments/{payment_id}/receipt': { path: { payment_id: string }; query: never; body: never; answer: Blob };
  'POST admin/payments/{payment_id}/refund': { path: { payment_id: string }; query: never; body: PostAdminPaymentsPaymentIdRefundBody; answer: void };
  'POST admin/payments/{payment_id}/refuse': { path: { payment_id: string }; query: never; body: PostAdminPaymentsPaymentIdRefuseBody; answer: void };
  'POST admin/payments/{payment_id}/void': { path: { payment_id: string }; query: never; body: PostAdminPaymentsPaymentIdVoidBody; answer: void };
  'GET admin/people': { path: never; query: { query?: string; filter?: '' | 'staff' | 'disabled' | 'unusual' | 'no_two_step'; sort?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: AdminPeople };
  'POST admin/people': { path: never; query: never; body: ConsoleMakeIn; answer: AdminPersonMade };
  'POST admin/people/import': { path: never; query: never; body: ConsoleImportIn; answer: AdminImport };
  'POST admin/people/invite': { path: never; query: never; body: ConsoleInviteIn; answer: void };
  'GET admin/people/{user_id}': { path: { user_id: string }; query: never; body: never; answer: AdminPersonPage };
  'POST admin/people/{user_id}/disable': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdDisableBody; answer: void };
  'POST admin/people/{user_id}/enable': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdEnableBody; answer: void };
  'POST admin/people/{user_id}/end-sessions': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdEndSessionsBody; answer: void };
  'POST admin/people/{user_id}/erase': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdEraseBody; answer: void };
  'GET admin/people/{user_id}/events': { path: { user_id: string }; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: AuditList };
  'GET admin/people/{user_id}/export': { path: { user_id: string }; query: never; body: never; answer: Blob };
  'POST admin/people/{user_id}/first-link': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdFirstLinkBody; answer: AdminFirstLink };
  'POST admin/people/{user_id}/password-link': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdPasswordLinkBody; answer: void };
  'GET admin/people/{user_id}/payments': { path: { user_id: string }; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: PersonPayments };
  'POST admin/people/{user_id}/reset-two-step': { path: { user_id: string }; query: never; body: PostAdminPeopleUserIdResetTwoStepBody; answer: void };
  'POST admin/people/{user_id}/sessions/{session_id}/end': { path: { user_id: string; session_id: string }; query: never; body: PostAdminPeopleUserIdSessionsSessionIdEndBody; answer: void };
  'PUT admin/people/{user_id}/staff': { path: { user_id: string }; query: never; body: PutAdminPeopleUserIdStaffBody; answer: void };
  'POST admin/people/{user_id}/tokens/{token_id}/end': { path: { user_id: string; token_id: string }; query: never; body: PostAdminPeopleUserIdTokensTokenIdEndBody; answer: void };
  'GET admin/plans': { path: never; query: never; body: never; answer: AdminPlans };
  'PUT admin/plans/{name}': { path: { name: string }; query: never; body: PutAdminPlansNameBody; answer: AdminPlans };
  'GET admin/revenue': { path: never; query: { calendar?: '' | 'persian' | 'gregorian'; currency?: string }; body: never; answer: AdminRevenue };
  'GET admin/revenue/export': { path: never; query: { calendar?: string; currency?: string }; body: never; answer: Blob };
  'GET admin/rights': { path: never; query: never; body: never; answer: StaffRights };
  'GET admin/search': { path: never; query: { q?: string }; body: never; answer: AdminFound };
  'GET admin/selling': { path: never; query: never; body: never; answer: Selling };
  'PUT admin/selling': { path: never; query: never; body: Selling; answer: Selling };
  'GET admin/settings': { path: never; query: never; body: never; answer: AdminSettings };
  'GET admin/settings/connections': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/editors': { path: never; query: never; body: EditorsSetting; answer: AdminSettings };
  'DELETE admin/settings/google': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/google': { path: never; query: never; body: PutAdminSettingsGoogleBody; answer: AdminConnections };
  'POST admin/settings/google/test': { path: never; query: never; body: PostAdminSettingsGoogleTestBody; answer: GoogleTest };
  'GET admin/settings/history': { path: never; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: SettingHistory };
  'POST admin/settings/history/{change_id}/undo': { path: { change_id: string }; query: never; body: never; answer: AdminSettings };
  'PUT admin/settings/imports': { path: never; query: never; body: ImportsSetting; answer: AdminSettings };
  'PUT admin/settings/limits': { path: never; query: never; body: ConsoleLimitsIn; answer: AdminSettings };
  'DELETE admin/settings/mail': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/mail': { path: never; query: never; body: PutAdminSettingsMailBody; answer: AdminConnections };
  'POST admin/settings/mail/test': { path: never; query: never; body: PostAdminSettingsMailTestBody; answer: void };
  'DELETE admin/settings/onlyoffice': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/onlyoffice': { path: never; query: never; body: PutAdminSettingsOnlyofficeBody; answer: AdminConnections };
  'POST admin/settings/onlyoffice/test': { path: never; query: never; body: PostAdminSettingsOnlyofficeTestBody; answer: OfficeTest };
  'DELETE admin/settings/providers/{id}': { path: { id: string }; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/providers/{id}': { path: { id: string }; query: never; body: PutAdminSettingsProvidersIdBody; answer: AdminConnections };
  'POST admin/settings/providers/{id}/test': { path: { id: string }; query: never; body: PostAdminSettingsProvidersIdTestBody; answer: void };
  'PUT admin/settings/signup': { path: never; query: never; body: ConsoleSignupIn; answer: AdminSettings };
  'DELETE admin/settings/sms': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/sms': { path: never; query: never; body: PutAdminSettingsSmsBody; answer: AdminConnections };
  'POST admin/settings/sms/test': { path: never; query: never; body: PostAdminSettingsSmsTestBody; answer: void };
  'PUT admin/settings/summaries': { path: never; query: never; body: ConsoleSummariesIn; answer: AdminSettings };
  'POST admin/settings/summaries/test': { path: never; query: never; body: never; answer: SummariesTest };
  'PUT admin/settings/tier': { path: never; query: never; body: TierSetting; answer: AdminSettings };
  'DELETE admin/settings/wopi': { path: never; query: never; body: never; answer: AdminConnections };
  'PUT admin/settings/wopi': { path: never; query: never; body: WopiServer; answer: AdminConnections };
  'POST admin/settings/wopi/test': { path: never; query: never; body: WopiServer; answer: WopiTest };
  'GET admin/support': { path: never; query: never; body: never; answer: SupportDesk };
  'POST admin/support/canned': { path: never; query: never; body: TicketsCannedIn; answer: SupportDesk };
  'DELETE admin/support/canned/{canned_id}': { path: { canned_id: string }; query: never; body: never; answer: SupportDesk };
  'PUT admin/support/holidays': { path: never; query: never; body: TicketsHolidaysIn; answer: SupportDesk };
  'POST admin/surplus/{surplus_id}/given-back': { path: { surplus_id: string }; query: never; body: PostAdminSurplusSurplusIdGivenBackBody; answer: void };
  'GET admin/tickets': { path: never; query: { status?: 'overdue' | 'pending' | 'closed' | 'solved'; department?: 'technical' | 'financial' | 'sales' | 'other'; whose?: 'mine' | 'unassigned'; user_id?: string; sort?: '' | 'changed' | 'newest'; query?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: StaffTickets };
  'GET admin/tickets/attachments/{attachment_id}': { path: { attachment_id: string }; query: never; body: never; answer: Blob };
  'GET admin/tickets/{id}': { path: { id: string }; query: never; body: never; answer: StaffTicket };
  'POST admin/tickets/{id}/assign': { path: { id: string }; query: never; body: PostAdminTicketsIdAssignBody; answer: StaffTicket };
  'POST admin/tickets/{id}/department': { path: { id: string }; query: never; body: PostAdminTicketsIdDepartmentBody; answer: StaffTicket };
  'POST admin/tickets/{id}/merge': { path: { id: string }; query: never; body: PostAdminTicketsIdMergeBody; answer: StaffTicket };
  'POST admin/tickets/{id}/note': { path: { id: string }; query: never; body: PostAdminTicketsIdNoteBody; answer: StaffTicket };
  'POST admin/tickets/{id}/reopen': { path: { id: string }; query: never; body: PostAdminTicketsIdReopenBody; answer: StaffTicket };
  'POST admin/tickets/{id}/reply': { path: { id: string }; query: never; body: PostAdminTicketsIdReplyBody; answer: StaffTicket };
  'POST admin/tickets/{id}/solve': { path: { id: string }; query: never; body: PostAdminTicketsIdSolveBody; answer: StaffTicket };
  'GET admin/workspaces': { path: never; query: { query?: string; filter?: '' | 'frozen' | 'full' | 'deleted' | 'ending' | 'ended'; plan?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: AdminWorkspaces };
  'GET admin/workspaces/{space_id}': { path: { space_id: string }; query: never; body: never; answer: AdminWorkspacePage };
  'POST admin/workspaces/{space_id}/delete': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdDeleteBody; answer: void };
  'POST admin/workspaces/{space_id}/extend': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdExtendBody; answer: void };
  'POST admin/workspaces/{space_id}/freeze': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdFreezeBody; answer: void };
  'POST admin/workspaces/{space_id}/hand-over': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdHandOverBody; answer: void };
  'PUT admin/workspaces/{space_id}/limits': { path: { space_id: string }; query: never; body: PutAdminWorkspacesSpaceIdLimitsBody; answer: void };
  'GET admin/workspaces/{space_id}/plan': { path: { space_id: string }; query: never; body: never; answer: AdminPlanChoice };
  'POST admin/workspaces/{space_id}/plan': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdPlanBody; answer: void };
  'POST admin/workspaces/{space_id}/restore': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdRestoreBody; answer: void };
  'POST admin/workspaces/{space_id}/unfreeze': { path: { space_id: string }; query: never; body: PostAdminWorkspacesSpaceIdUnfreezeBody; answer: void };
  'POST arvan/auth': { path: never; query: never; body: ProvidersCodeIn; answer: ProviderLogin };
  'GET arvan/login': { path: never; query: { purpose?: 'login' | 'link'; redirect_to?: string }; body: never; answer: ProviderPage };
  'DELETE custom-field/entity': { path: never; query: never; body: FieldsUnsetIn; answer: void };
  'POST custom-field/entity': { path: never; query: never; body: FieldsValueIn; answer: CustomFieldValue };
  'PUT custom-field/entity': { path: never; query: never; body: FieldsValueIn; answer: CustomFieldValue };
  'POST custom-field/space': { path: never; query: never; body: FieldsDefineIn; answer: CustomField };
  'DELETE custom-field/space/{space_custom_field_id}': { path: { space_custom_field_id: string }; query: { space_id?: string }; body: never; answer: void };
  'PUT custom-field/space/{space_custom_field_id}': { path: { space_custom_field_id: string }; query: never; body: PutCustomFieldSpaceSpaceCustomFieldIdBody; answer: CustomField };
  'GET custom-field/space/{space_id}': { path: { space_id: string }; query: never; body: never; answer: CustomFieldList };
  'GET download/content/{token}/{name}': { path: { token: string; name: string }; query: { side?: string; form?: string; sheet?: string; first?: string; rows?: string; find?: string }; body: never; answer: Blob };
  'GET download/share-link/{download_id}': { path: { download_id: string }; query: never; body: never; answer: SharedLink };
  'POST download/share-link/{download_id}': { path: { download_id: string }; query: never; body: PostDownloadShareLinkDownloadIdBody; answer: SharedGrant };
  'GET download/share-link/{download_id}/content/{name}': { path: { download_id: string; name: string }; query: { token?: string; inline?: string; item_id?: string; thumbnail?: string; side?: string }; body: never; answer: Blob };
  'GET download/share-link/{download_id}/items': { path: { download_id: string }; query: { directory_id?: string; sort?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: SharedListing };
  'GET download/share-link/{download_id}/search': { path: { download_id: string }; query: { directory_id?: string; query: string }; body: never; answer: SharedMatches };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string; expires_in?: number }; body: never; answer: SignedURL };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/block-sums': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string }; body: never; answer: Blob };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/direct': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string }; body: never; answer: Blob };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/links': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: LinkList };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string; expires_in?: number }; body: never; answer: PreviewResult };
  'DELETE download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: DeleteDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody; answer: void };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: LinkList };
  'POST download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody; answer: LinkView };
  'PUT download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PutDownloadSpaceSpaceIdDirectoryDirectoryIdFileFileIdTemporaryLinkBody; answer: LinkView };
  'GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/thumbnail': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string; expires_in?: number }; body: never; answer: ThumbnailResult };
  'PUT download/space/{space_id}/directory/{directory_id}/file/{file_id}/thumbnail': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: Blob; answer: void };
  'GET download/space/{space_id}/directory/{directory_id}/links': { path: { space_id: string; directory_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: LinkList };
  'POST download/space/{space_id}/directory/{directory_id}/links': { path: { space_id: string; directory_id: string }; query: never; body: PostDownloadSpaceSpaceIdDirectoryDirectoryIdLinksBody; answer: LinkView };
  'DELETE download/space/{space_id}/links': { path: { space_id: string }; query: never; body: DeleteDownloadSpaceSpaceIdLinksBody; answer: void };
  'GET download/space/{space_id}/links': { path: { space_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: LinkList };
  'PUT download/space/{space_id}/links': { path: { space_id: string }; query: never; body: PutDownloadSpaceSpaceIdLinksBody; answer: LinkView };
  'GET download/space/{space_id}/links/{download_id}/openings': { path: { space_id: string; download_id: string }; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: LinkOpeningList };
  'GET download/thumbnails': { path: never; query: { space_id: string; file_ids: string }; body: never; answer: ThumbnailList };
  'POST download/zip': { path: never; query: never; body: DownloadsZipIn; answer: ZipResult };
  'GET download/zip/{token}/{name}': { path: { token: string; name: string }; query: never; body: never; answer: Blob };
  'POST editor/copy': { path: never; query: never; body: EditorsCopyIn; answer: File };
  'POST editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}/close': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdCloseBody; answer: void };
  'POST editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}/ping': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdPingBody; answer: EditorLease };
  'POST editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}/save': { path: { space_id: string; directory_id: string; file_id: string }; query: { lease_id: string; base_version_id: string }; body: Blob; answer: EditorSaved };
  'POST editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}/take-over': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostEditorEmbeddedSpaceSpaceIdDirectoryDirectoryIdFileFileIdTakeOverBody; answer: EditorOpened };
  'GET editor/engines': { path: never; query: never; body: never; answer: EditorEngines };
  'DELETE editor/google/account': { path: never; query: never; body: never; answer: void };
  'GET editor/google/account': { path: never; query: never; body: never; answer: GoogleAccount };
  'POST editor/google/account': { path: never; query: never; body: EditorsGoogleLinkIn; answer: GoogleLinked };
  'POST editor/google/account/begin': { path: never; query: never; body: never; answer: GooglePage };
  'GET editor/google/close/{editor_id}': { path: { editor_id: string }; query: never; body: never; answer: GoogleClosed };
  'POST editor/google/create': { path: never; query: never; body: EditorsGoogleCreateIn; answer: GoogleOpened };
  'GET editor/google/init/{editor_id}': { path: { editor_id: string }; query: never; body: never; answer: GoogleStarted };
  'GET editor/google/ping-open/{editor_id}': { path: { editor_id: string }; query: never; body: never; answer: GoogleState };
  'GET editor/google/space/{space_id}/directory/{directory_id}/file/{file_id}/open': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: never; answer: GoogleOpened };
  'GET editor/kept-key': { path: never; query: never; body: never; answer: EditorKeptKey };
  'POST editor/onlyoffice/callback': { path: never; query: { t: string }; body: string; answer: OfficeCallbackAnswer };
  'POST editor/onlyoffice/create': { path: never; query: never; body: EditorsCreateIn; answer: File };
  'GET editor/onlyoffice/download': { path: never; query: { t: string }; body: never; answer: Blob };
  'GET editor/onlyoffice/frame': { path: never; query: never; body: never; answer: Blob };
  'POST editor/onlyoffice/save-as': { path: never; query: never; body: EditorsSaveAsIn; answer: File };
  'POST editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/convert': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: never; answer: File };
  'POST editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/force-save': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostEditorOnlyofficeSpaceSpaceIdDirectoryDirectoryIdFileFileIdForceSaveBody; answer: void };
  'GET editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/open': { path: { space_id: string; directory_id: string; file_id: string }; query: { editor_type?: string; version_id?: string; mode?: string; device?: string; engine?: 'embedded' | 'onlyoffice' | 'wopi' | 'google' }; body: never; answer: EditorOpened };
  'GET editor/templates/space/{space_id}': { path: { space_id: string }; query: never; body: never; answer: EditorTemplates };
  'PUT editor/templates/space/{space_id}': { path: { space_id: string }; query: never; body: PutEditorTemplatesSpaceSpaceIdBody; answer: void };
  'GET editor/wopi/frame': { path: never; query: never; body: never; answer: Blob };
  'GET health': { path: never; query: never; body: never; answer: Health };
  'GET imports': { path: never; query: { space_id: string }; body: never; answer: ImportList };
  'POST imports': { path: never; query: never; body: ImportRequest; answer: Import };
  'POST imports/nextcloud/login': { path: never; query: never; body: RemoteBeginIn; answer: ImportLogin };
  'GET imports/nextcloud/login/{login_id}': { path: { login_id: string }; query: never; body: never; answer: ImportLoginState };
  'DELETE imports/{import_id}': { path: { import_id: string }; query: never; body: never; answer: void };
  'GET imports/{import_id}': { path: { import_id: string }; query: never; body: never; answer: Import };
  'POST imports/{import_id}/cancel': { path: { import_id: string }; query: never; body: PostImportsImportIdCancelBody; answer: Import };
  'GET imports/{import_id}/items': { path: { import_id: string }; query: { outcome?: string; cursor?: string }; body: never; answer: ImportItemList };
  'GET imports/{import_id}/links': { path: { import_id: string }; query: never; body: never; answer: ImportLinkList };
  'POST imports/{import_id}/pause': { path: { import_id: string }; query: never; body: never; answer: Import };
  'PUT imports/{import_id}/rate': { path: { import_id: string }; query: never; body: PutImportsImportIdRateBody; answer: Import };
  'POST imports/{import_id}/repeat': { path: { import_id: string }; query: never; body: never; answer: Import };
  'GET imports/{import_id}/report': { path: { import_id: string }; query: never; body: never; answer: Blob };
  'POST imports/{import_id}/resume': { path: { import_id: string }; query: never; body: never; answer: Import };
  'POST imports/{import_id}/retry': { path: { import_id: string }; query: never; body: never; answer: Import };
  'GET live': { path: never; query: never; body: never; answer: Blob };
  'PUT live/{stream_id}': { path: { stream_id: string }; query: never; body: PutLiveStreamIdBody; answer: LiveSubscribedList };
  'GET plan/all': { path: never; query: { space_id?: string }; body: never; answer: PlanList };
  'GET plan/buyer': { path: never; query: { space_id?: string }; body: never; answer: Party };
  'PUT plan/buyer': { path: never; query: never; body: BillingSetBuyerIn; answer: Party };
  'GET plan/callback/{provider}': { path: { provider: string }; query: never; body: never; answer: void };
  'POST plan/callback/{provider}': { path: { provider: string }; query: never; body: never; answer: void };
  'POST plan/invoice': { path: never; query: never; body: BillingOrderIn; answer: Invoice };
  'PUT plan/invoice': { path: never; query: never; body: BillingChangeIn; answer: Invoice };
  'GET plan/invoice/{payment_id}': { path: { payment_id: string }; query: never; body: never; answer: Invoice };
  'POST plan/invoice/{payment_id}/cancel': { path: { payment_id: string }; query: never; body: never; answer: void };
  'POST plan/invoice/{payment_id}/pay': { path: { payment_id: string }; query: never; body: PostPlanInvoicePaymentIdPayBody; answer: Invoice };
  'GET plan/invoice/{payment_id}/pdf': { path: { payment_id: string }; query: { language?: string }; body: never; answer: Blob };
  'POST plan/invoice/{payment_id}/receipt': { path: { payment_id: string }; query: { reference?: string }; body: Blob; answer: Invoice };
  'GET plan/invoices': { path: never; query: { space_id?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: InvoiceList };
  'GET plan/orders': { path: never; query: never; body: never; answer: Orders };
  'GET plan/validate-selection': { path: never; query: { plan_id?: string; space_id?: string; users_count?: number }; body: never; answer: void };
  'POST plan/webhook/stripe': { path: never; query: never; body: string; answer: void };
  'GET ready': { path: never; query: never; body: never; answer: Ready };
  'GET role/v1/permissions': { path: never; query: never; body: never; answer: PermissionSet };
  'GET role/v1/space/{space_id}': { path: { space_id: string }; query: never; body: never; answer: RoleViews };
  'DELETE role/v1/space/{space_id}/change-members': { path: { space_id: string }; query: never; body: DeleteRoleV1SpaceSpaceIdChangeMembersBody; answer: void };
  'PATCH role/v1/space/{space_id}/change-members': { path: { space_id: string }; query: never; body: PatchRoleV1SpaceSpaceIdChangeMembersBody; answer: FoundMembers };
  'GET role/v1/space/{space_id}/custom-role': { path: { space_id: string }; query: never; body: never; answer: CustomRoleList };
  'POST role/v1/space/{space_id}/custom-role': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdCustomRoleBody; answer: CustomRole };
  'DELETE role/v1/space/{space_id}/custom-role/{role_id}': { path: { space_id: string; role_id: string }; query: never; body: never; answer: void };
  'GET role/v1/space/{space_id}/custom-role/{role_id}': { path: { space_id: string; role_id: string }; query: never; body: never; answer: CustomRole };
  'PUT role/v1/space/{space_id}/custom-role/{role_id}': { path: { space_id: string; role_id: string }; query: never; body: PutRoleV1SpaceSpaceIdCustomRoleRoleIdBody; answer: CustomRole };
  'PUT role/v1/space/{space_id}/custom-role/{role_id}/members': { path: { space_id: string; role_id: string }; query: never; body: PutRoleV1SpaceSpaceIdCustomRoleRoleIdMembersBody; answer: CustomRole };
  'DELETE role/v1/space/{space_id}/custom-role/{role_id}/targets': { path: { space_id: string; role_id: string }; query: never; body: DeleteRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody; answer: CustomRole };
  'POST role/v1/space/{space_id}/custom-role/{role_id}/targets': { path: { space_id: string; role_id: string }; query: never; body: PostRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody; answer: CustomRole };
  'PUT role/v1/space/{space_id}/custom-role/{role_id}/targets': { path: { space_id: string; role_id: string }; query: never; body: PutRoleV1SpaceSpaceIdCustomRoleRoleIdTargetsBody; answer: CustomRole };
  'GET role/v1/space/{space_id}/exposure': { path: { space_id: string }; query: never; body: never; answer: ExposureReport };
  'GET role/v1/space/{space_id}/guest-roles': { path: { space_id: string }; query: never; body: never; answer: RoleViews };
  'DELETE role/v1/space/{space_id}/guest-users': { path: { space_id: string }; query: never; body: DeleteRoleV1SpaceSpaceIdGuestUsersBody; answer: void };
  'GET role/v1/space/{space_id}/guest-users': { path: { space_id: string }; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: GuestList };
  'POST role/v1/space/{space_id}/guest-users': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdGuestUsersBody; answer: GuestList };
  'PUT role/v1/space/{space_id}/guest-users': { path: { space_id: string }; query: never; body: PutRoleV1SpaceSpaceIdGuestUsersBody; answer: GuestList };
  'POST role/v1/space/{space_id}/guest-users/{role_id}/invitation/link': { path: { space_id: string; role_id: string }; query: never; body: never; answer: Link };
  'POST role/v1/space/{space_id}/guest-users/{role_id}/invitation/mail': { path: { space_id: string; role_id: string }; query: never; body: never; answer: void };
  'POST role/v1/space/{space_id}/list-custom-roles-on-targets': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdListCustomRolesOnTargetsBody; answer: TargetRoleList };
  'POST role/v1/space/{space_id}/list-guest-users-on-targets': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdListGuestUsersOnTargetsBody; answer: GuestList };
  'GET role/v1/space/{space_id}/people': { path: { space_id: string }; query: { query?: string }; body: never; answer: SuggestionList };
  'GET role/v1/space/{space_id}/permissions': { path: { space_id: string }; query: never; body: never; answer: PermissionList };
  'GET role/v1/space/{space_id}/search-workspace-members': { path: { space_id: string }; query: { email?: string }; body: never; answer: FoundMembers };
  'GET role/v1/space/{space_id}/targets/{target_id}/access': { path: { space_id: string; target_id: string }; query: never; body: never; answer: AccessList };
  'GET role/v1/space/{space_id}/targets/{target_id}/view-as/{user_id}': { path: { space_id: string; target_id: string; user_id: string }; query: never; body: never; answer: ViewAsResult };
  'DELETE role/v1/space/{space_id}/welcome': { path: { space_id: string }; query: never; body: never; answer: void };
  'GET role/v1/space/{space_id}/welcome': { path: { space_id: string }; query: never; body: never; answer: MemberWelcome };
  'DELETE role/v1/space/{space_id}/workspace-members': { path: { space_id: string }; query: never; body: DeleteRoleV1SpaceSpaceIdWorkspaceMembersBody; answer: void };
  'GET role/v1/space/{space_id}/workspace-members': { path: { space_id: string }; query: { role?: string; invited?: boolean; cursor?: string; page?: number; limit?: number }; body: never; answer: MemberList };
  'DELETE role/v1/space/{space_id}/workspace-members/invitation': { path: { space_id: string }; query: never; body: DeleteRoleV1SpaceSpaceIdWorkspaceMembersInvitationBody; answer: void };
  'POST role/v1/space/{space_id}/workspace-members/invitation/link': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdWorkspaceMembersInvitationLinkBody; answer: Link };
  'POST role/v1/space/{space_id}/workspace-members/invitation/mail': { path: { space_id: string }; query: never; body: PostRoleV1SpaceSpaceIdWorkspaceMembersInvitationMailBody; answer: void };
  'GET role/v1/space/{space_id}/workspace-members/{user_id}/departure': { path: { space_id: string; user_id: string }; query: never; body: never; answer: DepartureResult };
  'GET setup': { path: never; query: never; body: never; answer: Setup };
  'POST setup': { path: never; query: never; body: AccountsSetupIn; answer: SetupResult };
  'GET storage/appearance': { path: never; query: { space_id?: string }; body: never; answer: AppearanceResult };
  'POST storage/batch-copy': { path: never; query: never; body: PostStorageBatchCopyBody; answer: CopyResult };
  'POST storage/batch-delete': { path: never; query: never; body: Batch; answer: Accepted };
  'POST storage/batch-duplicate-copy': { path: never; query: never; body: PostStorageBatchDuplicateCopyBody; answer: CopyResult };
  'POST storage/batch-duplicate-move': { path: never; query: never; body: PostStorageBatchDuplicateMoveBody; answer: CopyResult };
  'POST storage/batch-move': { path: never; query: never; body: PostStorageBatchMoveBody; answer: CopyResult };
  'POST storage/directory-by-path': { path: never; query: never; body: FilesByPathIn; answer: DirectoryListing };
  'GET storage/guest-workspaces': { path: never; query: never; body: never; answer: GuestSpaceList };
  'GET storage/items/{number}': { path: { number: string }; query: never; body: never; answer: ItemPlace };
  'GET storage/reserved-subdomains': { path: never; query: never; body: never; answer: ReservedNames };
  'GET storage/space/{space_id}/activities/export': { path: { space_id: string }; query: { format: string; scope?: string; directory_id?: string; file_id?: string; person?: string; action?: string; from?: string; to?: string }; body: never; answer: Blob };
  'GET storage/space/{space_id}/activities/people': { path: { space_id: string }; query: { scope?: 'shared' | 'my' }; body: never; answer: PeopleList };
  'POST storage/space/{space_id}/compress': { path: { space_id: string }; query: never; body: PostStorageSpaceSpaceIdCompressBody; answer: CopyResult };
  'PUT storage/space/{space_id}/copy/directory': { path: { space_id: string }; query: never; body: PutStorageSpaceSpaceIdCopyDirectoryBody; answer: CopyResult };
  'POST storage/space/{space_id}/directory': { path: { space_id: string }; query: never; body: PostStorageSpaceSpaceIdDirectoryBody; answer: Directory };
  'DELETE storage/space/{space_id}/directory/{directory_id}': { path: { space_id: string; directory_id: string }; query: never; body: never; answer: void };
  'GET storage/space/{space_id}/directory/{directory_id}': { path: { space_id: string; directory_id: string }; query: { sort?: string; cursor?: string; page?: number; limit?: number; view_as?: string }; body: never; answer: DirectoryListing };
  'GET storage/space/{space_id}/directory/{directory_id}/activities': { path: { space_id: string; directory_id: string }; query: { person?: string; action?: string; from?: string; to?: string; limit?: number; cursor?: string; page?: number }; body: never; answer: ActivityList };
  'PUT storage/space/{space_id}/directory/{directory_id}/copy/file': { path: { space_id: string; directory_id: string }; query: never; body: PutStorageSpaceSpaceIdDirectoryDirectoryIdCopyFileBody; answer: CopyResult };
  'GET storage/space/{space_id}/directory/{directory_id}/favorites': { path: { space_id: string; directory_id: string }; query: { filter?: 'file' | 'directory'; cursor?: string; page?: number; limit?: number }; body: never; answer: FoundList };
  'DELETE storage/space/{space_id}/directory/{directory_id}/file/{file_id}': { path: { space_id: string; directory_id: string; file_id: string }; query: { version_id?: string }; body: never; answer: void };
  'GET storage/space/{space_id}/directory/{directory_id}/file/{file_id}': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: never; answer: FileDetails };
  'PUT storage/space/{space_id}/directory/{directory_id}/file/{file_id}/acl': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PutStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdAclBody; answer: File };
  'GET storage/space/{space_id}/directory/{directory_id}/file/{file_id}/activities': { path: { space_id: string; directory_id: string; file_id: string }; query: { person?: string; action?: string; from?: string; to?: string; limit?: number; cursor?: string; page?: number }; body: never; answer: ActivityList };
  'POST storage/space/{space_id}/directory/{directory_id}/file/{file_id}/extract': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PostStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdExtractBody; answer: Import };
  'GET storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: never; answer: FileProperties };
  'PUT storage/space/{space_id}/directory/{directory_id}/file/{file_id}/restore-version': { path: { space_id: string; directory_id: string; file_id: string }; query: never; body: PutStorageSpaceSpaceIdDirectoryDirectoryIdFileFileIdRestoreVersionBody; answer: FileProperties };
  'PUT storage/space/{space_id}/directory/{directory_id}/move/file': { path: { space_id: string; directory_id: string }; query: never; body: PutStorageSpaceSpaceIdDirectoryDirectoryIdMoveFileBody; answer: Moved };
  'GET storage/space/{space_id}/directory/{directory_id}/properties': { path: { space_id: string; directory_id: string }; query: never; body: never; answer: DirectoryProperties };
  'PUT storage/space/{space_id}/directory/{directory_id}/rename/file': { path: { space_id: string; directory_id: string }; query: never; body: PutStorageSpaceSpaceIdDirectoryDirectoryIdRenameFileBody; answer: File };
  'GET storage/space/{space_id}/directory/{directory_id}/rewind': { path: { space_id: string; directory_id: string }; query: { at: string; cursor?: string; limit?: number }; body: never; answer: PastListing };
  'POST storage/space/{space_id}/directory/{directory_id}/rewind': { path: { space_id: string; directory_id: string }; query: never; body: PostStorageSpaceSpaceIdDirectoryDirectoryIdRewindBody; answer: RewindResult };
  'POST storage/space/{space_id}/directory/{directory_id}/rewind/preview': { path: { space_id: string; directory_id: string }; query: never; body: PostStorageSpaceSpaceIdDirectoryDirectoryIdRewindPreviewBody; answer: RewindPreview };
  'GET storage/space/{space_id}/directory/{directory_id}/search': { path: { space_id: string; directory_id: string }; query: { query?: string; filters?: string; sort?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: SearchResults };
  'PUT storage/space/{space_id}/move/directory': { path: { space_id: string }; query: never; body: PutStorageSpaceSpaceIdMoveDirectoryBody; answer: Moved };
  'GET storage/space/{space_id}/recent-used': { path: { space_id: string }; query: { cursor?: string; page?: number; limit?: number }; body: never; answer: UsedList };
  'PUT storage/space/{space_id}/rename/directory': { path: { space_id: string }; query: never; body: PutStorageSpaceSpaceIdRenameDirectoryBody; answer: Directory };
  'PUT storage/space/{space_id}/set-favorites': { path: { space_id: string }; query: never; body: PutStorageSpaceSpaceIdSetFavoritesBody; answer: void };
  'GET storage/space/{space_id}/team-activities': { path: { space_id: string }; query: never; body: never; answer: TeamActivityList };
  'PUT storage/space/{space_id}/unset-favorites': { path: { space_id: string }; query: never; body: PutStorageSpaceSpaceIdUnsetFavoritesBody; answer: void };
  'GET storage/space/{space_id}/user-activities': { path: { space_id: string }; query: { scope?: 'shared' | 'my'; person?: string; action?: string; from?: string; to?: string; limit?: number; cursor?: string; page?: number }; body: never; answer: ActivityList };
  'GET storage/tasks/{task_id}': { path: { task_id: string }; query: never; body: never; answer: TaskResult };
  'POST storage/undo/{undo_id}': { path: { undo_id: string }; query: never; body: never; answer: Accepted };
  'POST storage/workspace': { path: never; query: never; body: WorkspacesCreateIn; answer: Space };
  'POST storage/workspace-auto': { path: never; query: never; body: WorkspacesAutoIn; answer: Space };
  'PUT storage/workspace/rename': { path: never; query: never; body: WorkspacesRenameIn; answer: Space };
  'POST storage/workspace/verify-title': { path: never; query: never; body: WorkspacesTitleIn; answer: void };
  'DELETE storage/workspace/{space_id}': { path: { space_id: string }; query: never; body: DeleteStorageWorkspaceSpaceIdBody; answer: void };
  'PUT storage/workspace/{space_id}/access': { path: { space_id: string }; query: never; body: PutStorageWorkspaceSpaceIdAccessBody; answer: Space };
  'PUT storage/workspace/{space_id}/appearance': { path: { space_id: string }; query: never; body: PutStorageWorkspaceSpaceIdAppearanceBody; answer: Space };
  'DELETE storage/workspace/{space_id}/avatar': { path: { space_id: string }; query: never; body: never; answer: Space };
  'GET storage/workspace/{space_id}/avatar': { path: { space_id: string }; query: never; body: never; answer: Blob };
  'PUT storage/workspace/{space_id}/avatar': { path: { space_id: string }; query: never; body: Blob; answer: Space };
  'GET storage/workspace/{space_id}/current-plan': { path: { space_id: string }; query: never; body: never; answer: CurrentPlan };
  'GET storage/workspace/{space_id}/import-arvan': { path: { space_id: string }; query: never; body: never; answer: BucketImport };
  'POST storage/workspace/{space_id}/import-arvan': { path: { space_id: string }; query: never; body: PostStorageWorkspaceSpaceIdImportArvanBody; answer: BucketImport };
  'POST storage/workspace/{space_id}/join': { path: { space_id: string }; query: never; body: never; answer: Space };
  'POST storage/workspace/{space_id}/leave': { path: { space_id: string }; query: never; body: PostStorageWorkspaceSpaceIdLeaveBody; answer: void };
  'POST storage/workspace/{space_id}/owner': { path: { space_id: string }; query: never; body: PostStorageWorkspaceSpaceIdOwnerBody; answer: void };
  'POST storage/workspace/{space_id}/renew-plan': { path: { space_id: string }; query: never; body: PostStorageWorkspaceSpaceIdRenewPlanBody; answer: Invoice };
  'PUT storage/workspace/{space_id}/sharing-settings': { path: { space_id: string }; query: never; body: PutStorageWorkspaceSpaceIdSharingSettingsBody; answer: Space };
  'POST storage/workspace/{space_id}/upgrade-plan': { path: { space_id: string }; query: never; body: PostStorageWorkspaceSpaceIdUpgradePlanBody; answer: Invoice };
  'GET storage/workspaces': { path: never; query: never; body: never; answer: SpaceList };
  'GET storage/workspaces/public': { path: never; query: { query?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: PublicSpaceList };
  'GET summarizer/spaces/{space_id}': { path: { space_id: string }; query: never; body: never; answer: SummarySending };
  'PUT summarizer/spaces/{space_id}': { path: { space_id: string }; query: never; body: PutSummarizerSpacesSpaceIdBody; answer: SummarySending };
  'DELETE summarizer/spaces/{space_id}/files/{file_id}': { path: { space_id: string; file_id: string }; query: { task_id?: string }; body: never; answer: void };
  'GET summarizer/spaces/{space_id}/files/{file_id}': { path: { space_id: string; file_id: string }; query: { version_id?: string; task_id?: string; engine?: string; language?: string }; body: never; answer: DocumentSummary };
  'POST summarizer/spaces/{space_id}/files/{file_id}': { path: { space_id: string; file_id: string }; query: never; body: PostSummarizerSpacesSpaceIdFilesFileIdBody; answer: DocumentSummary };
  'POST support/attachments': { path: never; query: { name: string }; body: Blob; answer: TicketFile };
  'DELETE support/attachments/{attachment_id}': { path: { attachment_id: string }; query: never; body: never; answer: void };
  'GET support/attachments/{attachment_id}': { path: { attachment_id: string }; query: never; body: never; answer: Blob };
  'GET support/plan': { path: never; query: never; body: never; answer: SupportPlan };
  'GET support/tickets': { path: never; query: { status?: 'pending' | 'closed' | 'solved'; cursor?: string; page?: number; limit?: number }; body: never; answer: TicketList };
  'POST support/tickets': { path: never; query: never; body: TicketsOpenIn; answer: Ticket };
  'GET support/tickets/{id}': { path: { id: string }; query: never; body: never; answer: Ticket };
  'GET support/tickets/{id}/close': { path: { id: string }; query: never; body: never; answer: Ticket };
  'POST support/tickets/{id}/close': { path: { id: string }; query: never; body: never; answer: Ticket };
  'POST support/tickets/{id}/reply': { path: { id: string }; query: never; body: PostSupportTicketsIdReplyBody; answer: Ticket };
  'POST support/tickets/{id}/seen': { path: { id: string }; query: never; body: never; answer: void };
  'GET tls/ca.crt': { path: never; query: never; body: never; answer: Blob };
  'POST trash/batch-delete': { path: never; query: never; body: Batch; answer: Accepted };
  'POST trash/batch-download': { path: never; query: never; body: DownloadsZipIn; answer: ZipResult };
  'POST trash/batch-duplicate-restore': { path: never; query: never; body: PostTrashBatchDuplicateRestoreBody; answer: CopyResult };
  'POST trash/batch-restore': { path: never; query: never; body: PostTrashBatchRestoreBody; answer: CopyResult };
  'POST trash/empty': { path: never; query: never; body: TrashEmptyIn; answer: Accepted };
  'GET trash/{space_id}/directory/{directory_id}': { path: { space_id: string; directory_id: string }; query: { sort?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: TrashListing };
  'POST upload/abort': { path: never; query: never; body: UploadsAbortIn; answer: void };
  'GET upload/box/{upload_id}': { path: { upload_id: string }; query: never; body: never; answer: OpenBox };
  'POST upload/box/{upload_id}': { path: { upload_id: string }; query: never; body: PostUploadBoxUploadIdBody; answer: BoxVisit };
  'GET upload/box/{upload_id}/receipts': { path: { upload_id: string }; query: never; body: never; answer: ReceiptList };
  'POST upload/bundle': { path: never; query: { space_id: string; directory_id: string; on_duplicate?: string }; body: Blob; answer: BundleResult };
  'POST upload/complete': { path: never; query: never; body: UploadsCompleteIn; answer: UploadResult };
  'PUT upload/file': { path: never; query: { space_id: string; directory_id: string; key: string; checksum?: string; content_type?: string; relative_path?: string; modified_at?: string; on_duplicate?: string; base_version?: string; idempotency_key?: string }; body: Blob; answer: UploadResult };
  'POST upload/initialize': { path: never; query: never; body: UploadsInitializeIn; answer: UploadStart };
  'PUT upload/parts': { path: never; query: { upload_id?: string; space_id?: string; key?: string; checksum?: string; chunk_number?: string; offset?: string }; body: Blob; answer: void };
  'PUT upload/recipe': { path: never; query: { upload_id?: string; space_id?: string; key?: string; checksum?: string; chunk_number?: string; base_file: string; base_version: string }; body: Blob; answer: void };
  'GET upload/sessions': { path: never; query: { space_id: string }; body: never; answer: UploadList };
  'GET upload/space/{space_id}/box-links': { path: { space_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: BoxList };
  'GET upload/space/{space_id}/box-links/{upload_id}/files': { path: { space_id: string; upload_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: BoxFileList };
  'DELETE upload/space/{space_id}/directory/{directory_id}/box-link': { path: { space_id: string; directory_id: string }; query: never; body: DeleteUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody; answer: void };
  'GET upload/space/{space_id}/directory/{directory_id}/box-link': { path: { space_id: string; directory_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: BoxList };
  'POST upload/space/{space_id}/directory/{directory_id}/box-link': { path: { space_id: string; directory_id: string }; query: never; body: PostUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody; answer: BoxView };
  'PUT upload/space/{space_id}/directory/{directory_id}/box-link': { path: { space_id: string; directory_id: string }; query: never; body: PutUploadSpaceSpaceIdDirectoryDirectoryIdBoxLinkBody; answer: BoxView };
  'GET upload/space/{space_id}/directory/{directory_id}/box-links': { path: { space_id: string; directory_id: string }; query: { status?: string; cursor?: string; page?: number; limit?: number }; body: never; answer: BoxList };
  'PUT users/me': { path: never; query: never; body: AccountsMeIn; answer: User };
  'DELETE users/me/profile/avatar': { path: never; query: never; body: never; answer: User };
  'PUT users/me/profile/avatar': { path: never; query: never; body: Blob; answer: User };
  'GET users/promotion-code': { path: never; query: never; body: never; answer: Promotion };
  'POST users/promotion-code': { path: never; query: never; body: PromotionsUseIn; answer: Promotion };
  'GET users/{user_id}/avatar': { path: { user_id: string }; query: never; body: never; answer: Blob };
  'GET wopi/files/{id}': { path: { id: string }; query: { access_token?: string }; body: never; answer: WopiFile };
  'POST wopi/files/{id}': { path: { id: string }; query: { access_token?: string }; body: Blob; answer: WopiMade };
  'GET wopi/files/{id}/contents': { path: { id: string }; query: { access_token?: string }; body: never; answer: Blob };
  'POST wopi/files/{id}/contents': { path: { id: string }; query: { access_token?: string }; body: Blob; answer: WopiStored };
}

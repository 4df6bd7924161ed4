/** The shapes of the server's answers, named as its documentation names them. */

export interface PageInfo {
  page: number;
  limit: number;
  total: number;
  next: string | null;
}

export interface Permission {
  action: string;
  subject: string;
  conditions?: Record<string, string>;
}

export interface Person {
  _id: string;
  name: string;
}

export interface Tokens {
  access: string;
  refresh: string;
}

export interface SetupInfo {
  needed: boolean;
  signup: 'open' | 'invited' | 'closed';
  languages: string[];
  product: string;
  version: string;
  https_ca: boolean;
}

export interface User {
  _id: string;
  email: string;
  mobile: string;
  first_name: string;
  last_name: string;
  avatar: string | null;
  promotion_code: string;
  language: 'fa-ir' | 'en-us';
  staff: boolean;
  is_2fa_active: boolean;
  has_static_code: boolean;
  is_email_validated: boolean;
  is_mobile_validated: boolean;
  two_factor_methods: string[];
}

export interface Session {
  session_key: string;
  is_current: boolean;
  last_login: string;
  last_used: string;
  created_at: string;
  device: string;
  address: string;
}

export interface Quota {
  quota_type: string;
  used: number;
  remaining: number;
}

export interface Space {
  space_id: string;
  title: string;
  space_name: string;
  directory_id: string;
  root_directory_id: string;
  trash_id: string;
  trash_root_directory_id: string;
  my_root_directory_id: string;
  my_trash_directory_id: string;
  quota: Quota[];
  prevent_sharing_non_members: boolean;
  avatar_url: string | null;
  organization_title: string;
  primary_color: string;
  secondary_color: string;
  guest: boolean;
  plan: string | null;
  access: 'private' | 'public';
  member_count: number;
  role: string;
  created_at: string;
}

export interface PathStep {
  directory_id: string;
  name: string;
}

export interface Directory {
  directory_id: string;
  parent_id: string | null;
  name: string;
  directory_path: string;
  status: string;
  created_at: string;
  created_by: Person;
  last_modified_at: string;
  last_modified_by: Person;
  size: number;
  files_count: number;
  directories_count: number;
  is_favorite: boolean;
  has_upload_box: boolean;
  current_permissions: Permission[];
}

export interface File {
  file_id: string;
  directory_id: string;
  file_name: string;
  content_type: string;
  size: number;
  status: string;
  hash: string;
  version_id: string;
  version_number: number;
  is_favorite: boolean;
  created_at: string;
  created_by: Person;
  last_modified_at: string;
  last_modified_by: Person;
  thumbnail: null | 'ready' | 'pending';
  current_permissions: Permission[];
}

export interface Listing {
  directory: Directory;
  path: PathStep[];
  files: File[];
  directories: Directory[];
  page_info: PageInfo;
}

export interface FileVersion {
  version_id: string;
  number: number;
  size: number;
  hash: string;
  content_type: string;
  created_at: string;
  created_by: Person;
  is_head: boolean;
}

/** Links and boxes like the server's answers, for screenshots and for states that no real server can reach. */
const person = { _id: 'p', name: 'سارا محمدی' };
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const page = (total: number) => ({ limit: 50, page: 1, total, next: null });

const target = (name: string, type: 'file' | 'directory' = 'file') => ({
  target_id: 't',
  target_type: type,
  name,
  path: '/مشتریان/۱۴۰۵',
  directory_id: 'd',
});

const link = (id: string, changes: object) => ({
  download_id: id,
  url: `https://drive.parsnegar.ir/download/${id}Vq7h2kXcP0mZ4tLw8sRnYb`,
  title: 'گزارش مالی پاییز.pdf',
  items: [target('گزارش مالی پاییز.pdf')],
  space_id: 's',
  directory_id: 'd',
  version_id: null,
  version_number: null,
  has_password: false,
  emails: [],
  email_description: '',
  view_only: false,
  notify_opening: false,
  count_limit: null,
  used_count: 0,
  expire_at: ahead(20),
  status: 'active',
  created_by: person,
  created_at: ago(3),
  last_modified_at: ago(3),
  last_opened_at: null,
  ...changes,
});

export const links = {
  links: [
    link('a', { has_password: true, used_count: 3, count_limit: 10 }),
    link('b', {
      title: 'Brand assets — final (v3).zip',
      items: [target('لوگوها', 'directory'), target('Brand guidelines (final).pdf')],
      emails: ['maryam@example.com', 'ops@parsnegar.ir'],
      expire_at: null,
      used_count: 41,
      created_by: { _id: 'q', name: 'Daniel Rezaei' },
    }),
    link('c', {
      title: 'عکس‌های نمایشگاه تهران، نوبت دوم، برای روابط عمومی و رسانه‌ها',
      items: [target('عکس‌های نمایشگاه', 'directory')],
      status: 'expired',
      expire_at: ago(30),
      used_count: 12,
    }),
    link('d', {
      title: 'قرارداد نهایی',
      status: 'spent',
      count_limit: 1,
      used_count: 1,
      view_only: true,
      version_number: 4,
    }),
    link('e', { title: 'Old draft.docx', items: [], status: 'dead', expire_at: ahead(900) }),
  ],
  page_info: page(5),
};

export const openings = {
  openings: [
    { at: ago(0.2), email: 'maryam@example.com', address: '5.160.0.0/16', finished_at: ago(0.1) },
    { at: ago(5), email: null, address: '2.176.0.0/16', finished_at: null },
    { at: ago(50), email: 'ops@parsnegar.ir', address: '2a01:5ec0::/32', finished_at: ago(49) },
  ],
  page_info: page(3),
};

const box = (id: string, changes: object) => ({
  upload_id: id,
  url: `https://drive.parsnegar.ir/u/${id}`,
  title: 'مدارک استخدام',
  description: '',
  target: target('استخدام', 'directory'),
  space_id: 's',
  directory_id: 'd',
  expire_at: ahead(24 * 14),
  retention: null,
  max_file_size: null,
  allowed_file_types: [],
  has_password: false,
  emails: [],
  per_visitor: true,
  status: 'active',
  files_count: 28,
  files_size: 412_300_000,
  last_file_at: ago(2),
  created_by: person,
  created_at: ago(100),
  last_modified_at: ago(100),
  ...changes,
});

export const boxes = {
  boxes: [
    box('Kq3vW8zRt1xYb6Nc', {}),
    box('Mn5pQ2sTf7uVw9Xz', {
      title: 'Photos for the magazine',
      has_password: true,
      emails: ['studio@example.com'],
      retention: { value: 30, unit: 'day' },
      files_count: 0,
      files_size: 0,
      last_file_at: null,
    }),
    box('Zz1aA2bB3cC4dD5e', {
      title: 'فاکتورهای مهر',
      status: 'expired',
      expire_at: ago(60),
      files_count: 3,
      files_size: 1_800_000,
    }),
  ],
  page_info: page(3),
};

const hash = 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262';

export const boxFiles = {
  files: [
    {
      target: target('رزومهٔ نیلوفر کریمی.pdf'),
      name: 'رزومهٔ نیلوفر کریمی.pdf',
      size: 842_113,
      hash,
      visitor: { name: 'نیلوفر کریمی', email: 'niloofar@example.com', address: '5.160.0.0/16' },
      at: ago(2),
      remove_at: ahead(24 * 28),
    },
    {
      target: null,
      name: 'portfolio (2).zip',
      size: 98_112_000,
      hash,
      visitor: { name: '', email: '', address: '2.176.0.0/16' },
      at: ago(40),
      remove_at: null,
    },
  ],
  page_info: page(2),
};

export const host = {
  title: 'شرکت پارس‌نگار',
  organization_title: 'پارس‌نگار',
  avatar_url: null,
  primary_color: '#7d3fa3',
  secondary_color: '#e0a030',
};

export const linkInfo = {
  title: 'گزارش مالی پاییز ۱۴۰۵',
  file_name: 'گزارش مالی پاییز (نهایی).pdf',
  kind: 'file',
  size: 4_812_331,
  files_count: 1,
  last_modified_at: ago(70),
  version: 3,
  content_type: 'application/pdf',
  preview: 'pdf',
  view_only: false,
  needs: [] as string[],
  email_description: 'سلام، این همان نسخه‌ای است که دیروز دربارهٔ آن صحبت کردیم.\nلطفاً تا شنبه نظرتان را بفرستید.',
  shared_by: 'سارا محمدی',
  expire_at: ahead(24 * 13),
  is_limited: false,
  workspace: host,
};

export const folderInfo = {
  ...linkInfo,
  title: 'Brand assets — final (v3)',
  file_name: 'Brand assets — final (v3)',
  kind: 'directory',
  preview: 'none',
  files_count: 128,
  size: 1_288_490_189,
  version: null,
  content_type: '',
  email_description: '',
  shared_by: 'Daniel Rezaei',
};

const sharedDirectory = (id: string, name: string, files: number, hours: number) => ({
  directory_id: id,
  name,
  size: files * 1_000_000,
  files_count: files,
  last_modified_at: ago(hours),
  url: `/content/${id}.zip?token=t`,
  path: [],
});

const sharedFile = (id: string, name: string, type: string, size: number, hours: number, preview: string) => ({
  file_id: id,
  file_name: name,
  content_type: type,
  size,
  last_modified_at: ago(hours),
  preview,
  url: `/content/${id}?token=t`,
  preview_url: preview === 'none' ? null : `/content/${id}?token=t&inline=1`,
  thumbnail_url: ['image', 'pdf', 'video'].includes(preview) ? `/content/${id}?token=t&thumbnail=1` : null,
  lines_url: null,
  path: [],
});

export const sharedItems = {
  name: 'لوگوها',
  path: [
    { directory_id: 'd1', name: 'Brand assets — final (v3)' },
    { directory_id: 'd2', name: 'لوگوها' },
  ],
  url: '/content/d2.zip?token=t',
  directories: [sharedDirectory('a', 'نسخهٔ چاپ', 12, 70), sharedDirectory('b', 'Social media', 34, 72)],
  files: [
    sharedFile('f1', 'Brand guidelines (v3).pdf', 'application/pdf', 8_808_038, 73, 'pdf'),
    sharedFile('f2', 'لوگو فارسی، زمینهٔ روشن.png', 'image/png', 217_088, 97, 'image'),
    sharedFile('f3', 'logo-horizontal-dark-background-with-a-long-name.svg', 'image/svg+xml', 14_336, 98, 'image'),
    sharedFile('f4', 'عکس ساختمان (نمای شمالی).jpg', 'image/jpeg', 4_299_161, 120, 'image'),
    sharedFile('f5', 'معرفی برند.pptx', 'application/vnd.ms-powerpoint', 7_130_316, 140, 'none'),
    sharedFile('f6', 'Teaser 30s.mp4', 'video/mp4', 192_937_984, 141, 'video'),
    sharedFile('f7', 'Fonts.zip', 'application/zip', 3_355_443, 165, 'none'),
  ],
  page_info: page(9),
};

export const boxInfo = {
  title: 'مدارک استخدام',
  description: 'رزومه و نمونه‌کارهایتان را این‌جا بگذارید. اگر بیش از یک فایل دارید، همه را با هم بفرستید.',
  needs: [] as string[],
  max_file_size: 20 * 2 ** 20,
  allowed_file_types: ['document', 'image', 'zip'],
  expire_at: ahead(24 * 14),
  retention: { value: 3, unit: 'month' },
  per_visitor: false,
  workspace: host,
};

export const visit = { token: 'visit-token', space_id: 's', directory_id: 'd', expires_at: ahead(5) };

export const receipts = {
  receipts: [
    { name: 'رزومهٔ نیلوفر کریمی.pdf', size: 842_113, hash, at: ago(0.1) },
    { name: 'portfolio (2).zip', size: 9_112_000, hash: hash.split('').toReversed().join(''), at: ago(0.05) },
  ],
};

import type { Permission } from '~/api/types';
import { t } from '~/i18n';

type Rule = Pick<Permission, 'action' | 'subject'>;

const kept = ['read', 'create', 'update', 'delete'] as const;

/** The rights that have a sentence, in the order in which a person would think of them. */
const known = {
  file: ['read', 'create', 'update', 'rename', 'move', 'replace', 'merge', 'delete'],
  directory: ['read', 'create', 'update', 'rename', 'move', 'merge', 'replace', 'delete'],
  version: kept,
  trash: kept,
  entity_custom_field: kept,
  download_link: kept,
  box_link: kept,
  editor: kept,
  summary: kept,
  activity: ['read'],
  recent_used: ['read'],
  favorite: kept,
  space_custom_field: kept,
  member: kept,
  role: kept,
  workspace: ['read', 'update'],
  plan: ['read'],
} as const;

type Known = typeof known;
type Subject = keyof Known;
type Sentence = { [S in Subject]: `roles.${S}_${Known[S][number]}` }[Subject];

/** Subjects that belong together, under one heading. */
export const groups = [
  { id: 'content', subjects: ['file', 'directory', 'version', 'trash', 'entity_custom_field'] },
  { id: 'share', subjects: ['download_link', 'box_link'] },
  { id: 'work', subjects: ['editor', 'summary'] },
  {
    id: 'space',
    subjects: ['activity', 'recent_used', 'favorite', 'space_custom_field', 'member', 'role', 'workspace', 'plan'],
  },
] as const satisfies readonly { id: string; subjects: readonly Subject[] }[];

export const keyOf = ({ action, subject }: Rule) => `${action} ${subject}`;
export const ruleOf = (key: string): Rule => {
  const [action = '', subject = ''] = key.split(' ');
  return { action, subject };
};

/** The assignable permissions of a subject, with a sentence each. */
export function rulesOf(subject: Subject, assignable: ReadonlySet<string>): { key: string; words: string }[] {
  return known[subject]
    .map((action) => ({ key: keyOf({ action, subject }), words: t(`roles.${subject}_${action}` as Sentence) }))
    .filter(({ key }) => assignable.has(key));
}

/** The permissions that another one requires: changing includes seeing, and files need their folders. */
function requirementsOf({ action, subject }: Rule): string[] {
  const needed = action === 'read' ? [] : [keyOf({ action: 'read', subject })];
  const ofItems = ['file', 'version', 'trash', 'entity_custom_field', 'download_link', 'box_link', 'editor', 'summary'];
  if (ofItems.includes(subject)) needed.push('read directory');
  if (['version', 'download_link', 'editor', 'summary'].includes(subject)) needed.push('read file');
  return needed;
}

/** The chosen rights after one is switched on or off, together with those it requires or that require it. */
export function toggleRight(chosen: ReadonlySet<string>, key: string, on: boolean): Set<string> {
  const next = new Set(chosen);
  if (on) {
    next.add(key);
    for (const needed of requirementsOf(ruleOf(key))) next.add(needed);
    return next;
  }
  next.delete(key);
  for (const other of chosen) if (requirementsOf(ruleOf(other)).includes(key)) next.delete(other);
  return next;
}

/** The rows of the table of roles, most important first. */
export const capabilities = [
  { rule: 'read file', words: 'roles.canRead' },
  { rule: 'create directory', words: 'roles.canFolders' },
  { rule: 'create file', words: 'roles.canUpload' },
  { rule: 'move file', words: 'roles.canMove' },
  { rule: 'delete file', words: 'roles.canDelete' },
  { rule: 'update trash', words: 'roles.canRestore' },
  { rule: 'create download_link', words: 'roles.canLinks' },
  { rule: 'create box_link', words: 'roles.canBoxes' },
  { rule: 'read member', words: 'roles.canSeeMembers' },
  { rule: 'update member', words: 'roles.canManage' },
  { rule: 'create space_custom_field', words: 'roles.canTags' },
  { rule: 'update workspace', words: 'roles.canSettings' },
  { rule: 'update plan', words: 'roles.canPlan' },
  { rule: 'delete workspace', words: 'roles.canDeleteSpace' },
] as const;

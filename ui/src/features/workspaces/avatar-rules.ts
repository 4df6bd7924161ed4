const limit = 10 * 1024 * 1024;

/** Why a picture cannot be used, as the name of its words; null when it can. */
export function avatarProblem(file: { type: string; size: number }): 'avatarType' | 'avatarSize' | null {
  if (file.type !== 'image/png' && file.type !== 'image/jpeg') return 'avatarType';
  return file.size >= limit ? 'avatarSize' : null;
}

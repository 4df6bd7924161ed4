import { t } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import { brandOf } from '~/kit/brand';
import { mix } from '~/kit/contrast';

type Props = { title: string; avatar: string | null; primary: string; secondary: string };

/** A small piece of the product in the colours chosen, in both themes at once. */
export function LookPreview({ title, avatar, primary, secondary }: Props) {
  const brand = brandOf(primary);
  const themes = [
    { id: 'light', surface: '#ffffff', ink: '#12191b', words: brand.light, soft: mix(brand.light, '#ffffff', 0.1) },
    { id: 'dark', surface: '#14191b', ink: '#e8edee', words: brand.dark, soft: mix(brand.dark, '#14191b', 0.14) },
  ];
  return (
    <div>
      <p className="mb-2 font-medium">{t('workspaces.preview')}</p>
      <div
        role="img"
        aria-label={t('workspaces.preview')}
        className="grid grid-cols-1 overflow-hidden rounded-card border border-line sm:grid-cols-2"
      >
        {themes.map(({ id, surface, ink, words, soft }) => (
          <div
            key={id}
            className="grid min-w-0 grid-cols-1 content-start gap-3 p-4"
            style={{ background: surface, color: ink }}
          >
            <div className="flex items-center gap-2.5">
              <SpaceAvatar space={{ title, avatar_url: avatar, primary_color: primary }} className="size-9" />
              <span className="min-w-0 truncate font-bold">
                <bdi>{title || '—'}</bdi>
              </span>
              <span className="ms-auto size-3 shrink-0 rounded-full" style={{ background: secondary }} />
            </div>
            <div
              className="rounded-lg py-2 text-center font-semibold"
              style={{ background: brand.solid, color: brand.ink }}
            >
              {t('workspaces.previewButton')}
            </div>
            <div className="rounded-lg py-2 text-center font-semibold" style={{ background: soft, color: words }}>
              {t('workspaces.previewSoft')}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

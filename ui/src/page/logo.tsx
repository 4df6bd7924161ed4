/** The mark of the product: crates under a pointed arch. It takes the colour of the text around it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="84 70 344 352" aria-hidden="true" className={className ?? 'size-9'}>
      <path
        d="M120 404V262c0-66 58-92 136-158 78 66 136 92 136 158v142"
        fill="none"
        stroke="currentColor"
        strokeWidth="36"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="213" y="204" width="86" height="86" rx="18" className="fill-accent-solid" />
      <rect x="164" y="306" width="86" height="98" rx="18" fill="currentColor" />
      <rect x="262" y="306" width="86" height="98" rx="18" fill="currentColor" opacity="0.72" />
    </svg>
  );
}

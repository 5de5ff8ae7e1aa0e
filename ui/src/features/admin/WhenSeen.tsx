import { useEffect, useRef, useState, type ReactNode } from "react";

/** Renders what it holds once it is near the screen. */
export function WhenSeen({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [seen, setSeen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (seen || !place.current) return;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true), { rootMargin: "200px" });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return (
    <div ref={place} className={className}>
      {seen && children}
    </div>
  );
}

/**
 * Faces of dice as somebody types them: apart ("4 2 6", "4,2,6"), or several dice together ("426"). A ten-sided die shows its ten as 0.
 * Of dice that are not asked for yet (`dice` is null) only the sides of the largest are known: what none of them shows are several dice.
 */
export function readFaces(text: string, { dice, sides }: { dice: number | null; sides: number }): number[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const together = parts.length === 1 && (dice === null ? Number(parts[0]) > sides : dice > 1 && sides <= 10);
  const ten = sides === 10 || (dice === null && sides > 10);
  return (together ? [...parts[0]!] : parts).map((part) => (ten && /^0+$/.test(part) ? 10 : Number(part)));
}

/** Faces of dice as somebody types them: apart ("4 2 6", "4,2,6"), or several dice together ("426"). A ten-sided die shows its ten as 0. */
export function readFaces(text: string, thrown: { dice: number; sides: number }): number[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const together = parts.length === 1 && thrown.dice > 1 && thrown.sides <= 10;
  return (together ? [...parts[0]!] : parts).map((part) => (thrown.sides === 10 && /^0+$/.test(part) ? 10 : Number(part)));
}

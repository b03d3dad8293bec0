// with: whole-brisket beef-shank
// ground: oak
// focus: -.16 .46 .055
// It comes in whole: brisket and shank, the cuts that nobody photographs.
void cut(vec2 p, inout Spot s) {
  PLACE(whole_brisket, vec2(.06, .28), .10, .94)
  PLACE(beef_shank, vec2(.34, -.54), -.15, .62)
  looseTwine(p, s, vec2(-1.30, -.40), vec2(-.86, -.98), vec2(-.44, -.56), 1310.);
  looseTwine(p, s, vec2(-.44, -.56), vec2(-.26, -.36), vec2(-.70, -.44), 1311.);
  seasoned(p, s, vec2(-.7, -.6), .5, .7, 1312.);
}

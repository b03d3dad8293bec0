// with: whole-brisket beef-shank
// It comes in whole: brisket and shank, the cuts that nobody photographs.
void cut(vec2 p, inout Spot s) {
  PLACE(whole_brisket, vec2(.02, .32), .10, .98)
  PLACE(beef_shank, vec2(.10, -.52), -.15, .64)
}

// with: tomahawk-steak ribeye-steak
// ground: slate
// focus: -.12 .34 .060
// A tomahawk and a ribeye with what they need: salt, rosemary, twine. The left, where the words
// stand, is left to the slate; nothing that a crop would miss.
void cut(vec2 p, inout Spot s) {
  looseTwine(p, s, vec2(-1.40, .34), vec2(-.80, 1.10), vec2(-.30, .56), 1210.);
  looseTwine(p, s, vec2(-.30, .56), vec2(-.08, .30), vec2(-.56, .44), 1211.);
  bowl(p - vec2(-.62, .74), s, .23, 1220.);
  sprig(rot(.62) * (p - vec2(-.50, -.36)) / .82, s, 1230.);
  PLACE(tomahawk_steak, vec2(.56, .12), -.22, .86)
  PLACE(ribeye_steak, vec2(.92, -.50), .35, .46)
  seasoned(p, s, vec2(-.25, -.30), .75, .9, 1240.);
}

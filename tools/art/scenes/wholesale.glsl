// with: prime-rib-roast striploin-steak
// ground: oak
// focus: -.10 .46 .055
// A kitchen's order: a roast, and steaks cut to one thickness, laid out in rows to be counted.
void cut(vec2 p, inout Spot s) {
  PLACE(prime_rib_roast, vec2(-.74, .06), .10, .58)
  for (int i = 0; i < 8; i++) {
    vec2 at = vec2(i % 2 == 0 ? .22 : .96, .92 - .52 * float(i / 2));
    float turn = .05 * sin(float(i) * 2.4);
    PLACE(striploin_steak, at, turn, .34)
  }
  looseTwine(p, s, vec2(-1.40, -.66), vec2(-.95, -.50), vec2(-.42, -.90), 1260.);
  looseTwine(p, s, vec2(-.42, -.86), vec2(-.30, -1.0), vec2(-.62, -1.06), 1261.);
}

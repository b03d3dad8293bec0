// Standing: the cut face with its eye, its cap and the bones beneath, the fat above.
void cut(vec2 p, inout Spot s) {
  vec2 q = rot(-.44) * (p - vec2(-.02, .02)) * 1.04 + vec2(.0, -.02);
  vec2 w = stir(q, 2., .03, 200.);
  vec3 r = roast(w, -.98, .98, .56, .82, .95);
  if (r.x < 0.) return;
  if (r.z > 0.) {
    vec2 f = stir(vec2(r.y, r.z), 4., .03, 210.);
    float out_ = oval(f - vec2(0., .41), vec2(.56, .41));
    float eye = clock(f - vec2(.06, .40), float[12](.20, .25, .33, .36, .32, .26, .22, .23, .28, .30, .26, .22));
    float cap = smax(out_ + .055, -(eye - .03), .05);
    cap = smax(cap, .36 - f.y, .05);
    float low = smax(smax(out_ + .03, -(eye - .035), .03), f.y - .27, .04);
    Mat m = fat(f, 211.);
    PAINT(m, fray(f, eye, 212.), muscle(f * 1.1, 213., .5, 1.2, .62, .62))
    PAINT(m, fray(f, cap, 214.), muscle(f * 1.1, 215., -.9, 2., .7, .35))
    PAINT(m, fray(f, low, 216.), muscle(f * 1.1, 217., .2, 1.8, .5, .4))
    float bone = min(bend(f, vec2(-.47, .52), vec2(-.42, .26), vec2(-.22, .15)).x - .046, bend(f, vec2(-.06, .10), vec2(.10, .05), vec2(.27, .12)).x - .046);
    PAINT(m, within(bone, .008), sawnBone(f, bone, .014, 218.))
    lay(s, -1., r.x + .012 * smoothstep(0., -.06, min(eye, cap)), m);
    return;
  }
  Mat m = fat(w, 220.);
  PAINT(m, smoothstep(.0, .12, fbm(w * vec2(1.3, 2.6), 221., 5) - .12 + .5 * smoothstep(-.30, -.50, w.y)), muscle(w, 222., .0, 4., .3, .4))
  lay(s, -1., r.x - pinch(w + vec2(.12, 0.), .52, .60) + .04 * fbm(q * 2., 223., 3), m);
  tie(s, w + vec2(.12, 0.), -1., .52, .60, 224.);
}

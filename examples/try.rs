use azulejo::*;
fn main(){
    let a: Vec<String> = std::env::args().collect();
    let (r,c,sense)=(a[1].parse::<u64>().unwrap(),a[2].parse::<u64>().unwrap(),&a[3]);
    let cons = a.get(4).cloned().unwrap_or("".into());
    let extra = a.get(5).cloned().unwrap_or("".into());
    let method = a.get(6).cloned().unwrap_or("o".into());
    let inst = instance::Instance::from_json(&format!(r#"{{"wall":{{"rows":{r},"columns":{c}}},"sense":"{sense}imize","constraints":[{cons}]{extra}}}"#)).unwrap();
    let p = problem::Problem::from(&inst);
    let t=std::time::Instant::now();
    let start = frontier::beam::search(&p, frontier::beam::WIDTH);
    eprintln!("beam {:?} {:?}", start.as_ref().map(|s|s.score), t.elapsed());
    let control = control::Control::default();
    let out = if method=="o" { let f = formulation::Ordering::new(&p).unwrap(); eprintln!("built {:?}", t.elapsed());
      milp::solve(&f,&p,start,&control) } else { let f = formulation::CaseStudy::new(&p).unwrap(); milp::solve(&f,&p,None,&control)}.unwrap();
    println!("{:?} {:?}\n{:?}", out.verdict.score(), out.verdict.bound(), out.stats);
    if let Ok(g)=graph::solve(&p,&control){ println!("graph {:?} {:?}", g.verdict.score(), g.stats);}
    if let Some(s)=out.verdict.solution(){ let r=verify::verify(&inst,&s.order); println!("verify {} {:?}", r.score, r.violations);}
}

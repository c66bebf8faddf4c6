//! Teams, boards and submissions.

use super::{an_event, on_all};
use crate::{Bearer, Board, EndedTable, NewSubmission, NewTable, SubmissionState};

fn hash(byte: u8) -> [u8; 32] {
    [byte; 32]
}

#[test]
fn a_team_is_known_by_its_newest_token_until_it_is_closed() {
    on_all(|store| {
        assert!(!store.has_organiser().unwrap());
        let ada = store.add_team("ada", &hash(1)).unwrap();
        store.add_organiser(&hash(9)).unwrap();
        assert!(store.has_organiser().unwrap());
        assert_eq!(store.bearer(&hash(9)).unwrap(), Some(Bearer::Organiser));
        assert_eq!(store.bearer(&hash(1)).unwrap(), Some(Bearer::Team(ada.clone())));
        assert_eq!(store.bearer(&hash(2)).unwrap(), None);
        let error = store.add_team("ada", &hash(3)).unwrap_err().to_string();
        assert_eq!(error, "team: \"ada\" is there already");
        assert_eq!(store.bearer(&hash(3)).unwrap(), None, "nothing of it is kept");
        store.renew_token("ada", &hash(2)).unwrap();
        assert_eq!((store.bearer(&hash(1)).unwrap(), store.bearer(&hash(2)).unwrap()), (None, Some(Bearer::Team(ada))));
        assert!(store.close_team("ada").unwrap().closed_at.is_some());
        assert_eq!(store.bearer(&hash(2)).unwrap(), None);
        assert!(store.close_team("bo").unwrap_err().to_string().starts_with("team: \"bo\" is not"));
        assert_eq!(store.teams().unwrap().len(), 1);
    });
}

#[test]
fn submissions_wait_in_order_and_are_checked_again_after_a_kill() {
    on_all(|store| {
        let event = an_event(store);
        let [ada, bo] = [("ada", 1), ("bo", 2)].map(|(name, byte)| store.add_team(name, &hash(byte)).unwrap().id);
        let new = |team: i64, digest: &str| NewSubmission {
            team,
            event,
            name: "my\0bot".into(),
            digest: digest.into(),
            archive: digest.as_bytes().to_vec(),
        };
        let first = store.submit(&new(ada, "aa")).unwrap();
        let other = store.submit(&new(bo, "aa")).unwrap();
        let second = store.submit(&new(ada, "bb")).unwrap();
        assert_eq!([first.version, other.version, second.version], [1, 1, 2]);
        assert_eq!(store.archive("aa").unwrap(), Some(b"aa".to_vec()));
        let next = store.next_to_check().unwrap().unwrap();
        assert_eq!((next.id, next.state), (first.id, SubmissionState::Checking));
        assert_eq!(store.next_to_check().unwrap().unwrap().id, other.id);
        assert_eq!(store.check_again().unwrap(), 2);
        assert_eq!(store.next_to_check().unwrap().unwrap().id, first.id);
        store.checked(first.id, true, "[]", Some(2)).unwrap();
        store.checked(other.id, false, "[\"no\"]", None).unwrap();
        let done = store.submission(first.id).unwrap().unwrap();
        assert_eq!((done.state, done.report.as_str(), done.entrant), (SubmissionState::Fit, "[]", Some(2)));
        let mine: Vec<u32> = store.submissions_of(ada).unwrap().iter().map(|own| own.version).collect();
        assert_eq!((mine, store.submissions(event).unwrap().len()), (vec![2, 1], 3));
        assert_eq!(store.next_to_check().unwrap().unwrap().id, second.id);
        assert_eq!(store.next_to_check().unwrap(), None);
        assert!(store.checked(99, true, "", None).is_err());
    });
}

#[test]
fn a_board_has_the_times_that_were_set_last() {
    on_all(|store| {
        let event = an_event(store);
        assert_eq!(store.board(event).unwrap(), None);
        for deadline in [None, Some(5)] {
            let board = Board { event, deadline, freeze: Some(3) };
            store.set_board(&board).unwrap();
            assert_eq!((store.board(event).unwrap(), store.boards().unwrap()), (Some(board), vec![board]));
        }
        let nowhere = Board { event: crate::EventId(77), deadline: None, freeze: None };
        assert!(store.set_board(&nowhere).is_err());
        let ids = [store.announce("first").unwrap(), store.announce("second\0").unwrap()];
        let told: Vec<(i64, String)> =
            store.announcements(5).unwrap().into_iter().map(|one| (one.id, one.words)).collect();
        assert_eq!(told, [(ids[1], "second\0".into()), (ids[0], "first".into())]);
        assert_eq!(store.announcements(1).unwrap().len(), 1);
        assert!(store.now().unwrap() > 1_600_000_000_000);
    });
}

#[test]
fn a_table_is_kept_line_by_line_and_goes_on_with_who_takes_it_up() {
    on_all(|store| {
        let new = |byte: u8| NewTable {
            game: "tag".into(),
            opening: "{\"seed\":\"7\"}\0".into(),
            chairs: vec![(hash(byte), 1), (hash(byte + 1), 0)],
        };
        let key = store.open_table(&new(1)).unwrap();
        assert!(store.write_lines(key, 1, "head\none\n").unwrap());
        assert!(store.write_lines(key, 2, "two\n").unwrap());
        let unused = store.open_table(&new(5)).unwrap();
        assert_eq!((store.tables(0, 9).unwrap(), store.count_tables().unwrap()), (Vec::new(), 0), "none is over");
        let mut left = store.take_up_tables().unwrap();
        assert_eq!(left.len(), 2);
        store.forget_table(unused).unwrap();
        assert!(store.table(unused.table).unwrap().is_some(), "it is not for who held it before");
        store.forget_table(left.remove(1).key).unwrap();
        assert_eq!(store.table(unused.table).unwrap(), None);
        let left = left.remove(0);
        assert_eq!((left.lines.as_str(), &left.table.opening), ("head\none\ntwo\n", &new(1).opening));
        assert_eq!(left.chairs, [(hash(2), 0), (hash(1), 1)]);
        assert!(!store.write_lines(key, 3, "three\n").unwrap(), "who held it before writes no more");
        assert!(store.write_lines(left.key, 3, "three\n").unwrap());
        let ended = EndedTable { result: "a draw".into(), steps: 3, replay: Some(vec![0, 255]) };
        assert!(!store.end_table(key, &ended).unwrap());
        assert!(store.end_table(left.key, &ended).unwrap());
        assert!(!store.end_table(left.key, &ended).unwrap(), "once");
        let over = store.table_by_link(&hash(1)).unwrap().unwrap();
        assert_eq!((over.result.as_deref(), over.steps, over.has_replay), (Some("a draw"), 3, true));
        assert!(over.ended_at >= Some(over.opened_at));
        assert_eq!(store.table_replay(over.id).unwrap(), ended.replay);
        assert_eq!((store.tables(0, 9).unwrap(), store.tables(1, 9).unwrap()), (vec![over.clone()], Vec::new()));
        assert_eq!((store.take_up_tables().unwrap(), store.table_by_link(&hash(9)).unwrap()), (Vec::new(), None));
        assert_eq!(super::sound(store).tables, 1);
        let dropped = store.gc(i64::MAX, false).unwrap();
        assert_eq!((dropped.replays, dropped.bytes, store.table_replay(over.id).unwrap()), (1, 2, None));
        assert_eq!(store.tables(0, 9).unwrap().len(), 1, "the result stays");
    });
}
